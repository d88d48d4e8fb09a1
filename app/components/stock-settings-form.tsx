import {
  BlockStack,
  Box,
  Button,
  Checkbox,
  ChoiceList,
  Text,
  TextField,
  type TextFieldProps,
} from "@shopify/polaris";
import { Form, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { writeTime, type StockFault, type StockForm } from "../domain/stock/read-stock-form.ts";
import type { StockSettings } from "../domain/stock/stock-settings.ts";
import { FormSection } from "./form-section.tsx";
import { useMoment } from "./use-moment.ts";

type Field = Exclude<keyof StockForm, "mode" | "activate">;

/** The merchant's choices about stock. What was typed stays, also when it cannot be meant. */
export function StockSettingsForm(props: { settings: StockSettings; faults: StockFault[]; now: Date }) {
  const { settings, faults, now } = props;
  const { t } = useTranslation();
  const moment = useMoment();
  const busy = useNavigation().state !== "idle";
  const [values, setValues] = useState(() => valuesOf(settings));
  const set = (change: Partial<StockForm>) => setValues((before) => ({ ...before, ...change }));
  const field = (name: Field) => ({
    name,
    value: values[name],
    onChange: (value: string) => set({ [name]: value }),
    autoComplete: "off",
    error: errorOf(name),
  });
  return (
    <Form method="post">
      <BlockStack gap="400">
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
          <Count {...field("buffer")} of="buffer" unit="pieces" />
          <Count {...field("settleMinutes")} of="settle" unit="minutes" />
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
            suffix={t("stockSettings.pieces")}
            inputMode="numeric"
          />
        </FormSection>
        <Box paddingInline={{ xs: "400", sm: "0" }}>
          <Button submit variant="primary" loading={busy}>
            {t("stockSettings.save")}
          </Button>
        </Box>
      </BlockStack>
    </Form>
  );

  function errorOf(name: Field | "mode"): string | undefined {
    const fault = faults.find((one) => one.startsWith(name));
    return fault && t(`stockSettings.wrong.${fault}`);
  }
}

function valuesOf(settings: StockSettings): StockForm {
  const { mode, buffer, settleMinutes, activate, stopBeyond, saleFrom, saleUntil, saleBuffer } = settings;
  return {
    ...{ mode, buffer: String(buffer), settleMinutes: String(settleMinutes), stopBeyond: String(stopBeyond) },
    activate: activate ? "on" : "",
    ...{ saleFrom: writeTime(saleFrom), saleUntil: writeTime(saleUntil), saleBuffer: String(saleBuffer) },
  };
}

function Count({
  of,
  unit,
  ...field
}: Omit<TextFieldProps, "label"> & {
  of: "buffer" | "settle" | "stop";
  unit: "pieces" | "minutes" | "percent";
}) {
  const { t } = useTranslation();
  return (
    <TextField
      {...field}
      label={t(`stockSettings.${of}`)}
      helpText={t(`stockSettings.${of}Help`)}
      suffix={t(`stockSettings.${unit}`)}
      inputMode="numeric"
    />
  );
}
