import {
  Banner,
  BlockStack,
  Button,
  Card,
  Checkbox,
  FormLayout,
  Page,
  Text,
  TextField,
} from "@shopify/polaris";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { AskAgain } from "../components/ask-again.tsx";
import { loadCatalogueSettings } from "../domain/catalog/catalogue-settings.ts";
import { changeCatalogueSettings } from "../domain/catalog/change-catalogue-settings.ts";

const DIMENSIONS = ["width", "height", "length"] as const;

const metafield = z
  .string()
  .trim()
  .transform((name) => name || null);
const formSchema = z.object({
  pushEdits: z
    .literal("on")
    .optional()
    .transform((on) => on === "on"),
  askBeyond: z
    .string()
    .regex(/^\s*\d{1,3}\s*$/)
    .transform(Number)
    .pipe(z.int().max(100)),
  ...{ width: metafield, height: metafield, length: metafield },
  confirmed: z.coerce.number().int().min(0).optional().catch(undefined),
});

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { session } = await services.shopify.authenticate.admin(request);
  return loadCatalogueSettings(services.openShop(session.shop));
}

export async function action({ request, context: { services } }: ActionFunctionArgs) {
  const { session } = await services.shopify.authenticate.admin(request);
  const form = formSchema.safeParse(Object.fromEntries(await request.formData()));
  if (!form.success) return { outcome: "invalid-share" as const };
  const { width, height, length, ...rest } = form.data;
  return changeCatalogueSettings(services.openShop(session.shop), {
    ...rest,
    dimensions: { width, height, length },
  });
}

export default function CatalogueSettings() {
  const { t } = useTranslation();
  const settings = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const busy = useNavigation().state !== "idle";
  const [pushEdits, setPushEdits] = useState(settings.pushEdits);
  const [values, setValues] = useState({
    askBeyond: String(settings.askBeyond),
    width: settings.dimensions.width ?? "",
    height: settings.dimensions.height ?? "",
    length: settings.dimensions.length ?? "",
  });
  const field = (name: keyof typeof values) => ({
    name,
    value: values[name],
    onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
    autoComplete: "off",
  });
  const wrong = result?.outcome === "invalid" ? result.fields : [];
  return (
    <Page
      narrowWidth
      title={t("catalogueSettings.title")}
      backAction={{ content: t("products.title"), url: "/app/products" }}
    >
      <BlockStack gap="400">
        {result?.outcome === "saved" && <Banner tone="success" title={t("catalogueSettings.saved")} />}
        {result?.outcome === "ask" && (
          <AskAgain
            heading={t("catalogueSettings.ask.heading", { count: result.changes })}
            body={t("catalogueSettings.ask.body", { known: result.known, share: result.askBeyond })}
            confirmed={result.changes}
            fields={{ ...values, ...(pushEdits && { pushEdits: "on" }) }}
            back="/app/products"
          />
        )}
        <Card>
          <Form method="post">
            <FormLayout>
              <Checkbox
                name="pushEdits"
                value="on"
                label={t("catalogueSettings.edits")}
                helpText={t("catalogueSettings.editsHelp")}
                checked={pushEdits}
                onChange={setPushEdits}
              />
              <TextField
                {...field("askBeyond")}
                label={t("catalogueSettings.askBeyond")}
                helpText={t("catalogueSettings.askBeyondHelp")}
                suffix={t("catalogueSettings.percent")}
                inputMode="numeric"
                error={
                  result?.outcome === "invalid-share" ? t("catalogueSettings.askBeyondWrong") : undefined
                }
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
              <Button submit variant="primary" loading={busy}>
                {t("catalogueSettings.save")}
              </Button>
            </FormLayout>
          </Form>
        </Card>
      </BlockStack>
    </Page>
  );
}
