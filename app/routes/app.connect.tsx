import {
  Banner,
  BlockStack,
  Button,
  Card,
  FormLayout,
  Page,
  Select,
  Text,
  TextField,
} from "@shopify/polaris";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { useSentence } from "../components/use-sentence.ts";
import { connectWarehouse, type ConnectOutcome } from "../domain/connection/connect-warehouse.ts";
import { listLocations } from "../domain/connection/list-locations.ts";
import { loadConnection } from "../domain/connection/load-connection.ts";

const formSchema = z.object({
  accessToken: z.string().trim().min(1).max(4096),
  webhookKey: z.string().trim().min(1).max(4096),
  locationId: z.string().min(1),
});

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { session } = await services.shopify.authenticate.admin(request);
  const ctx = services.openShop(session.shop);
  const [locations, connection] = await Promise.all([listLocations(ctx), loadConnection(ctx)]);
  return { locations, locationId: connection?.locationId };
}

export async function action({ request, context: { services } }: ActionFunctionArgs) {
  const { session, redirect } = await services.shopify.authenticate.admin(request);
  const form = formSchema.safeParse(Object.fromEntries(await request.formData()));
  if (!form.success) {
    const missing = form.error.issues.map(({ path }) => String(path[0]));
    return { missing, failed: null };
  }
  const result = await connectWarehouse(services.openShop(session.shop), form.data);
  if (result.outcome === "connected") return redirect("/app");
  return { missing: [] as string[], failed: result };
}

function NotConnected({ failed }: { failed: Exclude<ConnectOutcome, { outcome: "connected" }> }) {
  const { t } = useTranslation();
  const inWords = useSentence();
  const text =
    failed.outcome === "location-unknown"
      ? { heading: t("connect.locationUnknown.heading"), body: t("connect.locationUnknown.body") }
      : inWords(failed.sentence);
  return (
    <Banner tone="critical" title={text.heading}>
      {t("connect.nothingSaved")} {text.body}
    </Banner>
  );
}

export default function Connect() {
  const { t } = useTranslation();
  const { locations, locationId } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const busy = useNavigation().state !== "idle";
  const [values, setValues] = useState({
    accessToken: "",
    webhookKey: "",
    locationId: locationId ?? locations[0]?.id ?? "",
  });
  const field = (name: keyof typeof values) => ({
    name,
    value: values[name],
    onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
    error: result?.missing.includes(name) ? t("connect.required") : undefined,
  });
  return (
    <Page
      narrowWidth
      title={t(locationId ? "connect.changeTitle" : "connect.title")}
      backAction={{ content: t("nav.home"), url: "/app" }}
    >
      <BlockStack gap="400">
        {result?.failed && <NotConnected failed={result.failed} />}
        <Card>
          <Form method="post">
            <FormLayout>
              <Text as="p">{t("connect.intro")}</Text>
              <TextField
                {...field("accessToken")}
                label={t("connect.accessToken")}
                helpText={t("connect.accessTokenHelp")}
                type="password"
                autoComplete="off"
                requiredIndicator
              />
              <TextField
                {...field("webhookKey")}
                label={t("connect.webhookKey")}
                helpText={t("connect.webhookKeyHelp")}
                type="password"
                autoComplete="off"
                requiredIndicator
              />
              <Select
                {...field("locationId")}
                label={t("connect.location")}
                helpText={t("connect.locationHelp")}
                options={locations.map(({ id, name }) => ({ value: id, label: name }))}
              />
              <Button submit variant="primary" loading={busy}>
                {t(locationId ? "connect.changeSave" : "connect.save")}
              </Button>
            </FormLayout>
          </Form>
        </Card>
      </BlockStack>
    </Page>
  );
}
