import { Banner, Checkbox, ChoiceList, TextField } from "@shopify/polaris";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DEFECTIVE_AS, type ReturnFault, type ReturnSwitch } from "../../domain/returns/read-return-form.ts";
import type { ReturnSettings } from "../../domain/returns/return-settings.ts";
import { FormSection } from "./form-section.tsx";
import { SettingsForm } from "./settings-form.tsx";

/** The merchant's choices about returns, each with what it leads to. What was typed stays, also when it cannot be meant. */
export function ReturnSettingsForm({
  settings,
  faults,
}: {
  settings: ReturnSettings;
  faults: ReturnFault[];
}) {
  const { t } = useTranslation();
  const before = { ...settings, ...daysAsTyped(settings) };
  const [values, setValues] = useState(before);
  const set = (change: Partial<typeof values>) => setValues((now) => ({ ...now, ...change }));
  const errorOf = (name: ReturnFault) =>
    faults.includes(name) ? t(`returnSettings.wrong.${name}`) : undefined;
  const choice = (name: ReturnSwitch, isOff = false) => (
    <Checkbox
      name={name}
      value="on"
      label={t(`returnSettings.${name}`)}
      helpText={t(`returnSettings.${name}Help`)}
      checked={values[name]}
      // What is greyed out keeps what it was: browsers do not send it.
      disabled={isOff}
      onChange={(on) => set({ [name]: on })}
    />
  );
  const kept = (name: ReturnSwitch) => values[name] && <input type="hidden" name={name} value="on" />;
  return (
    <SettingsForm values={values} kept={before} onDiscard={() => setValues(before)}>
      <FormSection heading={t("returnSettings.requests")}>
        {choice("approve")}
        {values.approve && <Banner tone="warning">{t("returnSettings.approveWarning")}</Banner>}
      </FormSection>
      <FormSection heading={t("returnSettings.warehouse")}>
        {choice("announce")}
        {!values.announce && <Banner tone="warning">{t("returnSettings.announceWarning")}</Banner>}
        {(["expectedDays", "overdueDays"] as const).map((name) => (
          <TextField
            key={name}
            name={name}
            label={t(`returnSettings.${name}`)}
            helpText={t(`returnSettings.${name}Help`)}
            suffix={t("returnSettings.days")}
            inputMode="numeric"
            autoComplete="off"
            value={values[name]}
            onChange={(days) => set({ [name]: days })}
            error={errorOf(name)}
          />
        ))}
      </FormSection>
      <FormSection heading={t("returnSettings.labels")}>
        {choice("label")}
        {choice("notify", !values.label)}
        {!values.label && kept("notify")}
      </FormSection>
      <FormSection heading={t("returnSettings.received")}>
        {choice("restock")}
        <ChoiceList
          name="defectiveAs"
          title={t("returnSettings.defective")}
          choices={DEFECTIVE_AS.map((value) => ({
            value,
            label: t(`returnSettings.${value}`),
            helpText: t(`returnSettings.${value}Help`),
          }))}
          selected={[values.defectiveAs]}
          onChange={([chosen]) => set({ defectiveAs: DEFECTIVE_AS.find((one) => one === chosen) })}
          error={errorOf("defectiveAs")}
        />
      </FormSection>
      <FormSection heading={t("returnSettings.end")}>
        {choice("close")}
        {choice("process")}
        {values.process && <Banner tone="warning">{t("returnSettings.processWarning")}</Banner>}
      </FormSection>
    </SettingsForm>
  );
}

function daysAsTyped({ expectedDays, overdueDays }: ReturnSettings) {
  return { expectedDays: String(expectedDays), overdueDays: String(overdueDays) };
}
