import {
  Banner,
  BlockStack,
  Button,
  Card,
  FormLayout,
  InlineStack,
  Page,
  Text,
  TextField,
} from "@shopify/polaris";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { Fact } from "../components/fact.tsx";
import type { PageHandle } from "../components/page-texts.tsx";
import { useSentence } from "../components/use-sentence.ts";
import {
  deleteWarehouseProduct,
  type DeleteOutcome,
} from "../domain/catalog/push/delete-warehouse-product.ts";
import { findWarehouseProduct } from "../domain/catalog/push/find-warehouse-product.ts";
import type { Sku } from "../domain/ids.ts";
import { openStore, readForm } from "../http/open-store.server.ts";

export const handle: PageHandle = { texts: ["warehouse-errors", "warehouse-products"] };

/** SKUs are taken to the letter, space around them included. */
const querySchema = z.object({ sku: z.string().max(255).optional().catch(undefined) });
const formSchema = z.object({ sku: z.string().min(1).max(255), typedSku: z.string().max(255) });

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const { sku = "" } = querySchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  const product = await findWarehouseProduct(ctx, { sku: sku as Sku });
  return { sku, product };
}

export async function action({ request, context: { services } }: ActionFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const { sku, typedSku } = await readForm(request, formSchema);
  const result = await deleteWarehouseProduct(ctx, { sku: sku as Sku, typedSku });
  return { sku, result };
}

export default function DeleteProduct() {
  const { t } = useTranslation();
  const { sku } = useLoaderData<typeof loader>();
  const done = useActionData<typeof action>();
  return (
    <Page
      narrowWidth
      title={t("deletion.title")}
      backAction={{ content: t("nav.products"), url: "/app/products" }}
    >
      <BlockStack gap="400">
        {done && <Outcome sku={done.sku} result={done.result} />}
        {sku === "" || done?.result.outcome === "deleted" ? <Choose /> : <Confirm key={sku} sku={sku} />}
      </BlockStack>
    </Page>
  );
}

/** Which product is meant, when nothing said so before. */
function Choose() {
  const { t } = useTranslation();
  const [sku, setSku] = useState("");
  return (
    <Card>
      <Form method="get">
        <FormLayout>
          <TextField
            name="sku"
            label={t("deletion.find")}
            helpText={t("deletion.findHelp")}
            value={sku}
            onChange={setSku}
            autoComplete="off"
          />
          <Button submit>{t("deletion.look")}</Button>
        </FormLayout>
      </Form>
    </Card>
  );
}

function Confirm({ sku }: { sku: string }) {
  const { t, i18n } = useTranslation();
  const { product } = useLoaderData<typeof loader>();
  const busy = useNavigation().state !== "idle";
  const [typedSku, setTypedSku] = useState("");
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <Card>
      <Form method="post">
        <FormLayout>
          {product && (
            <Text as="h2" variant="headingMd">
              {product.description}
            </Text>
          )}
          <Fact label={t("deletion.sku")}>{sku}</Fact>
          {product ? (
            <>
              <Fact label={t("deletion.stock")}>
                {product.stock === null ? t("deletion.unknownStock") : number.format(product.stock)}
              </Fact>
              <Fact label={t("deletion.mapped")}>{number.format(product.mapped)}</Fact>
            </>
          ) : (
            <Text as="p">{t("deletion.notRead")}</Text>
          )}
          <Text as="p">{t("deletion.warning")}</Text>
          <input type="hidden" name="sku" value={sku} />
          <TextField
            name="typedSku"
            label={t("deletion.typed")}
            value={typedSku}
            onChange={setTypedSku}
            autoComplete="off"
          />
          <InlineStack gap="200">
            <Button submit variant="primary" tone="critical" loading={busy}>
              {t("deletion.delete")}
            </Button>
            <Button url="/app/products/delete">{t("deletion.another")}</Button>
          </InlineStack>
        </FormLayout>
      </Form>
    </Card>
  );
}

function Outcome({ sku, result }: { sku: string; result: DeleteOutcome }) {
  const { t } = useTranslation();
  const { heading, body } = useOutcome({ sku, result });
  if (result.outcome === "deleted")
    return (
      <Banner tone="success" title={heading}>
        {body}
      </Banner>
    );
  return (
    <Banner tone="critical" title={heading}>
      {t("deletion.nothingDeleted")} {body}
    </Banner>
  );
}

function useOutcome({ sku, result }: { sku: string; result: DeleteOutcome }): {
  heading: string;
  body: string;
} {
  const { t } = useTranslation();
  const inWords = useSentence();
  switch (result.outcome) {
    case "has-stock":
      return result.stock === null
        ? {
            heading: t("deletion.outcome.stock-unknown.heading", { sku }),
            body: t("deletion.outcome.stock-unknown.body"),
          }
        : {
            heading: t("deletion.outcome.has-stock.heading", { sku, count: result.stock }),
            body: t("deletion.outcome.has-stock.body"),
          };
    case "open-inbound": {
      const { ref } = result;
      return {
        heading: t("deletion.outcome.open-inbound.heading", { sku }),
        body: t("deletion.outcome.open-inbound.body", { ref }),
      };
    }
    case "warehouse-failed":
      return inWords(result.sentence);
    case "deleted":
    case "not-typed-right":
    case "unknown":
    case "not-connected":
      return {
        heading: t(`deletion.outcome.${result.outcome}.heading`, { sku }),
        body: t(`deletion.outcome.${result.outcome}.body`, { sku }),
      };
  }
}
