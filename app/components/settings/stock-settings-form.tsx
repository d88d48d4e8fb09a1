import { Checkbox, ChoiceList, Text, TextField, type TextFieldProps } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { Sharing } from "../../domain/connection/warehouse-account.ts";
import type { StockFault, StockForm } from "../../domain/stock/settings/read-stock-form.ts";
import type { SettingsSaved } from "../../domain/settings-answer.ts";
import { graceMsOf } from "../../domain/stock/settings/decide-rules.ts";
import type { StockSettings } from "../../domain/stock/settings/stock-settings.ts";
import { FormSection } from "./form-section.tsx";
import { SoldElsewhere } from "./sold-elsewhere.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { useMoment } from "../use-moment.ts";
import { useSettingsValues } from "./use-settings-values.ts";

type Field = Exclude<keyof StockForm, "mode" | "activate" | "soldElsewhere" | "timeZone">;

/** The merchant's choices about stock. What was typed stays, also when it cannot be meant. */
export function StockSettingsForm(props: {
  stored: StockForm;
  answer: SettingsSaved<StockForm> | undefined;
  settings: Pick<StockSettings, "settleMinutes" | "packingMinutes">;
  sharing: Sharing | null;
  faults: StockFault[];
  now: Date;
}) {
  const { stored, answer, settings, sharing, faults, now } = props;
  const { t } = useTranslation();
  const moment = useMoment();
  const { values, changed, set, discard } = useSettingsValues(stored, answer);
  const field = (name: Field) => ({
    name,
    value: values[name],
    onChange: (value: string) => set({ [name]: value }),
    autoComplete: "off",
    error: errorOf(name),
  });
  return (
    <SettingsForm {...{ changed, answer }} context={{ timeZone: values.timeZone }} onDiscard={discard}>
      <FormSection heading={t("stockSettings.mode.title")}>
        <ChoiceList
          name="mode"
          title={t("stockSettings.mode.title")}
          titleHidden
          choices={(["on_hand", "available"] as const).map((value) => ({
            value,
            label: t(`stockSettings.mode.${value}`),
            helpText: t(`stockSettings.mode.${value}Help`),
          }))}
          selected={[values.mode]}
          onChange={([mode]) => set({ mode: mode ?? "" })}
          error={errorOf("mode")}
        />
      </FormSection>
      <FormSection heading={t("stockSettings.buffers")}>
        <Count {...field("buffer")} of="buffer" unit="units" />
        <Count {...field("settleHours")} of="settle" unit="hours" more={longerWait(settings)} />
      </FormSection>
      <FormSection heading={t("soldElsewhere.heading")}>
        <SoldElsewhere
          value={values.soldElsewhere}
          sharing={sharing}
          onChange={(soldElsewhere) => set({ soldElsewhere })}
          error={errorOf("soldElsewhere")}
        />
      </FormSection>
      <FormSection heading={t("stockSettings.care")}>
        <Checkbox
          name="activate"
          value="on"
          label={t("stockSettings.activate")}
          helpText={t("stockSettings.activateHelp")}
          checked={values.activate === "on"}
          onChange={(on) => set({ activate: on ? "on" : "" })}
        />
        <Count {...field("stopBeyond")} of="stop" unit="percent" />
      </FormSection>
      <FormSection heading={t("stockSettings.sale")}>
        <Text as="p">{t("stockSettings.saleBody")}</Text>
        <TextField
          {...field("saleFrom")}
          type="datetime-local"
          label={t("stockSettings.saleFrom")}
          helpText={t("stockSettings.saleNow", { now: moment(now) })}
        />
        <TextField
          {...field("saleUntil")}
          type="datetime-local"
          label={t("stockSettings.saleUntil")}
          helpText={t("stockSettings.saleOpen")}
        />
        <TextField
          {...field("saleBuffer")}
          label={t("stockSettings.saleBuffer")}
          suffix={t("stockSettings.units")}
          inputMode="numeric"
        />
      </FormSection>
    </SettingsForm>
  );

  /** Where the warehouse takes so long to pack that the wait is longer than was chosen. */
  function longerWait({ settleMinutes, packingMinutes }: typeof settings): string | undefined {
    const graceMinutes = graceMsOf({ settleMinutes, packingMinutes }) / 60_000;
    if (graceMinutes <= settleMinutes) return undefined;
    const [hours, packing] = [graceMinutes, packingMinutes].map((minutes) => Math.ceil(minutes / 60));
    return t("stockSettings.settleLonger", { hours, packing });
  }

  function errorOf(name: Field | "mode" | "soldElsewhere"): string | undefined {
    const fault = faults.find((one) => one.startsWith(name));
    return fault && t(`stockSettings.wrong.${fault}`);
  }
}

function Count({
  of,
  unit,
  more,
  ...field
}: Omit<TextFieldProps, "label"> & {
  of: "buffer" | "settle" | "stop";
  unit: "units" | "hours" | "percent";
  more?: string | undefined;
}) {
  const { t } = useTranslation();
  return (
    <TextField
      {...field}
      label={t(`stockSettings.${of}`)}
      helpText={[t(`stockSettings.${of}Help`), more].filter(Boolean).join(" ")}
      suffix={t(`stockSettings.${unit}`)}
      inputMode="numeric"
    />
  );
}
