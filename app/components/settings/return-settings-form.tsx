import { Banner, Checkbox, ChoiceList, TextField } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import {
  DEFECTIVE_AS,
  type ReturnFault,
  type ReturnField,
  type ReturnSwitch,
} from "../../domain/returns/read-return-form.ts";
import type { SettingsSaved } from "../../domain/settings-answer.ts";
import { FormSection } from "./form-section.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { useSettingsValues } from "./use-settings-values.ts";

type Form = Record<ReturnField, string>;

/** The merchant's choices about returns, each with what it leads to. What was typed stays, also when it cannot be meant. */
export function ReturnSettingsForm(props: {
  stored: Form;
  answer: SettingsSaved<Form> | undefined;
  faults: ReturnFault[];
}) {
  const { stored, answer, faults } = props;
  const { t } = useTranslation();
  const { values, changed, set, discard } = useSettingsValues(stored, answer);
  const isOn = (name: ReturnSwitch) => values[name] === "on";
  const errorOf = (name: ReturnFault) =>
    faults.includes(name) ? t(`returnSettings.wrong.${name}`) : undefined;
  const choice = (name: ReturnSwitch, isOff = false) => (
    <Checkbox
      name={name}
      value="on"
      label={t(`returnSettings.${name}`)}
      helpText={t(`returnSettings.${name}Help`)}
      checked={isOn(name)}
      disabled={isOff}
      onChange={(on) => set({ [name]: on ? "on" : "" })}
    />
  );
  return (
    <SettingsForm {...{ changed, answer }} onDiscard={discard}>
      <FormSection heading={t("returnSettings.requests")}>
        {choice("approve")}
        {isOn("approve") && <Banner tone="warning">{t("returnSettings.approveWarning")}</Banner>}
      </FormSection>
      <FormSection heading={t("returnSettings.warehouse")}>
        {choice("announce")}
        {!isOn("announce") && <Banner tone="warning">{t("returnSettings.announceWarning")}</Banner>}
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
        {choice("notify", !isOn("label"))}
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
          onChange={([chosen = ""]) => set({ defectiveAs: chosen })}
          error={errorOf("defectiveAs")}
        />
      </FormSection>
      <FormSection heading={t("returnSettings.end")}>
        {choice("close")}
        {choice("process")}
        {isOn("process") && <Banner tone="warning">{t("returnSettings.processWarning")}</Banner>}
      </FormSection>
    </SettingsForm>
  );
}
