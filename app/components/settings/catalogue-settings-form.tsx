import { Card, Checkbox, FormLayout, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { CatalogueSettings } from "../../domain/catalog/catalogue-settings.ts";
import { SettingsForm } from "./settings-form.tsx";

const DIMENSIONS = ["width", "height", "length"] as const;
type Dimension = (typeof DIMENSIONS)[number];

/** The merchant's choices about products. What was typed stays, also when it cannot be meant. */
export function CatalogueSettingsForm(props: {
  settings: CatalogueSettings;
  invalidShare: boolean;
  wrong: readonly string[];
}) {
  const { t } = useTranslation();
  const { settings, invalidShare, wrong } = props;
  const kept = valuesOf(settings);
  const [values, setValues] = useState(kept);
  const set = (change: Partial<typeof values>) => setValues((before) => ({ ...before, ...change }));
  const field = (name: Dimension | "askBeyond") => ({
    name,
    value: values[name],
    onChange: (value: string) => set({ [name]: value }),
    autoComplete: "off",
  });
  return (
    <SettingsForm values={values} kept={kept} onDiscard={() => setValues(kept)}>
      <Card>
        <FormLayout>
          <Checkbox
            name="pushEdits"
            value="on"
            label={t("catalogueSettings.edits")}
            helpText={t("catalogueSettings.editsHelp")}
            checked={values.pushEdits}
            onChange={(pushEdits) => set({ pushEdits })}
          />
          <TextField
            {...field("askBeyond")}
            label={t("catalogueSettings.askBeyond")}
            helpText={t("catalogueSettings.askBeyondHelp")}
            suffix={t("catalogueSettings.percent")}
            inputMode="numeric"
            error={invalidShare ? t("catalogueSettings.askBeyondWrong") : undefined}
          />
          <Text as="h2" variant="headingMd">
            {t("catalogueSettings.dimensions")}
          </Text>
          <Text as="p">{t("catalogueSettings.dimensionsHelp")}</Text>
          {DIMENSIONS.map((name) => (
            <TextField
              key={name}
              {...field(name)}
              label={t(`catalogueSettings.${name}`)}
              error={wrong.includes(name) ? t("catalogueSettings.fieldWrong") : undefined}
            />
          ))}
        </FormLayout>
      </Card>
    </SettingsForm>
  );
}

function valuesOf({ pushEdits, askBeyond, dimensions }: CatalogueSettings) {
  const { width, height, length } = dimensions;
  return {
    pushEdits,
    askBeyond: String(askBeyond),
    ...{ width: width ?? "", height: height ?? "", length: length ?? "" },
  };
}
