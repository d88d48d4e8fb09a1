import { Card, Checkbox, FormLayout, Text, TextField } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { CatalogueForm } from "../../domain/catalog/read-catalogue-form.ts";
import type { SettingsSaved } from "../../domain/settings-answer.ts";
import { SettingsForm } from "./settings-form.tsx";
import { useSettingsValues } from "./use-settings-values.ts";

const DIMENSIONS = ["width", "height", "length"] as const;
type Dimension = (typeof DIMENSIONS)[number];

/** The merchant's choices about products. What was typed stays, also when it cannot be meant. */
export function CatalogueSettingsForm(props: {
  stored: CatalogueForm;
  answer: SettingsSaved<CatalogueForm> | undefined;
  invalidShare: boolean;
  wrong: readonly string[];
}) {
  const { t } = useTranslation();
  const { stored, answer, invalidShare, wrong } = props;
  const { values, changed, set, discard } = useSettingsValues(stored, answer);
  const field = (name: Dimension | "askBeyond") => ({
    name,
    value: values[name],
    onChange: (value: string) => set({ [name]: value }),
    autoComplete: "off",
  });
  return (
    <SettingsForm {...{ changed, answer }} onDiscard={discard}>
      <Card>
        <FormLayout>
          <Checkbox
            name="pushEdits"
            value="on"
            label={t("catalogueSettings.edits")}
            helpText={t("catalogueSettings.editsHelp")}
            checked={values.pushEdits === "on"}
            onChange={(isOn) => set({ pushEdits: isOn ? "on" : "" })}
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
