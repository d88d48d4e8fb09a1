import { BlockStack, Layout, Page } from "@shopify/polaris";
import { useAppBridge } from "@shopify/app-bridge-react";
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useNavigate } from "@remix-run/react";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { HistoryCard } from "../components/products/history-card.tsx";
import { MappingCard } from "../components/products/mapping-card.tsx";
import { NotFoundPage } from "../components/not-found-page.tsx";
import type { PageHandle } from "../components/page-texts.tsx";
import { VariantProblems } from "../components/problem-banners.tsx";
import { StateBadge, VARIANT_STATES } from "../components/state-badge.tsx";
import { StockWhyCard } from "../components/products/stock-why-card.tsx";
import { useLive } from "../components/use-live.ts";
import type { VariantAnswer } from "../components/products/variant-answer.ts";
import { variantName } from "../components/variant-name.ts";
import { VariantFactsCard } from "../components/products/variant-facts-card.tsx";
import { variantUrl } from "../components/variant-url.ts";
import { ValuesCard } from "../components/products/values-card.tsx";
import { WhyCard } from "../components/products/why-card.tsx";
import { WordsDialog } from "../components/products/words-dialog.tsx";
import { startUpdate } from "../domain/catalog/update/start-update.ts";
import { mapVariant } from "../domain/catalog/mapping/map-variants.ts";
import { readVariant, type VariantDetail } from "../domain/catalog/read-variant.ts";
import { relinkVariant } from "../domain/catalog/mapping/relink-variant.ts";
import type { WordsAction } from "../domain/catalog/mapping/plan-words.ts";
import { variantIdOf, type VariantId } from "../domain/ids.ts";
import { skuSchema as sku, variantIdSchema as variantId } from "../domain/id-schemas.ts";
import { listProblems, type OpenProblem } from "../domain/problems/problems.ts";
import { explainStock, type StockExplained } from "../domain/stock/report/explain-stock.ts";
import { openStore, readJson } from "../http/open-store.server.ts";

export const handle: PageHandle = {
  texts: ["problems", "product-values", "products", "states", "stock", "warehouse-errors", "work"],
};
export { keepLast as clientLoader } from "../components/keep-last.ts";

/** The largest number of pieces in a kit PostgreSQL keeps; no kit has as many. */
const MOST = 2_147_483_647;

const component = z.object({ sku, quantity: z.int().min(1).max(MOST) });
const components = z
  .array(component)
  .max(100)
  .refine((all) => new Set(all.map((one) => one.sku)).size === all.length);
const schema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("map"),
    components,
    /** Of a suggestion: how the variant stood when it was made. */
    seen: z.enum(VARIANT_STATES).optional(),
    replaces: z.array(component).optional(),
  }),
  z.object({ intent: z.literal("relink"), from: variantId }),
  /** What differs at the warehouse, as it was shown. */
  z.object({ intent: z.literal("update"), fingerprint: z.string().max(100) }),
  /** The variant takes over nothing itself: it is gone, and another takes over from it. */
  z.object({ intent: z.literal("relink-heir"), heir: variantId }),
]);

const idOf = (number: string | undefined) => variantIdOf(number ?? "");

export async function loader({ request, params, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const asked = { variantId: idOf(params.id) };
  const [variant, stock] = await Promise.all([readVariant(ctx, asked), explainStock(ctx, asked)]);
  const problems = variant ? await listProblems(ctx, { goods: variant.components }) : [];
  return data({ variant, stock, problems, now: ctx.clock() }, { status: variant ? 200 : 404 });
}

export async function action({ request, params, context: { services } }: ActionFunctionArgs) {
  const { ctx, redirect } = await openStore(services, request);
  const asked = await readJson(request, schema);
  const result = await answer(ctx, { id: idOf(params.id), asked });
  // With its mapping, the page of what is gone went to its heir.
  if (asked.intent === "relink-heir" && result.outcome === "relinked")
    return redirect(variantUrl(asked.heir));
  return result;
}

async function answer(
  ctx: Parameters<typeof mapVariant>[0],
  { id, asked }: { id: VariantId; asked: z.infer<typeof schema> },
): Promise<VariantAnswer> {
  switch (asked.intent) {
    case "map": {
      const { components, seen, replaces } = asked;
      return mapVariant(ctx, {
        variantId: id,
        components,
        ...(seen && { seen }),
        ...(replaces && { replaces }),
      });
    }
    case "update": {
      const { fingerprint } = asked;
      return startUpdate(ctx, { selection: { variantIds: [id] }, fingerprint });
    }
    case "relink":
      return relinkVariant(ctx, { variantId: id, from: asked.from });
    case "relink-heir":
      return relinkVariant(ctx, { variantId: asked.heir, from: id });
  }
}

export default function Variant() {
  useLive();
  const { variant, ...shown } = useLoaderData<typeof loader>();
  return variant ? <VariantPage variant={variant} {...shown} /> : <NotFoundPage />;
}

function VariantPage(props: {
  variant: VariantDetail;
  stock: StockExplained;
  problems: OpenProblem[];
  now: Date;
}) {
  const { variant, stock, problems, now } = props;
  const { t } = useTranslation();
  const bridge = useAppBridge();
  const [action, setAction] = useState<WordsAction>();
  const close = useCallback(() => setAction(undefined), []);
  const navigate = useNavigate();
  const gone = variant.goneAt !== null;
  const done = useCallback(
    (changed: number | null) => {
      setAction(undefined);
      if (changed !== null) void bridge.toast.show(t("work.words.done", { count: changed }));
      // Of what is gone, nothing is left once its mapping is.
      if (gone) navigate("/app/products");
    },
    [bridge, gone, navigate, t],
  );
  return (
    <Page
      title={variantName(variant)}
      titleMetadata={<StateBadge state={variant.state} />}
      backAction={{ content: t("nav.products"), url: "/app/products" }}
      secondaryActions={actionsOn(variant).map((one) => ({
        content: t(`words.${one}.do`),
        onAction: () => setAction(one),
      }))}
    >
      <Layout>
        <Layout.Section>
          <BlockStack gap="400">
            <VariantProblems problems={problems} now={now} />
            <WhyCard variant={variant} />
            <StockWhyCard key={`stock of ${variant.variantId}`} variant={variant} stock={stock} />
            {variant.state !== "bundle" && !variant.goneAt && (
              <MappingCard key={variant.variantId} variant={variant} />
            )}
            <ValuesCard variant={variant} />
            <HistoryCard entries={stock.entries} variantId={variant.variantId} now={now} />
          </BlockStack>
        </Layout.Section>
        <Layout.Section variant="oneThird">
          <VariantFactsCard variant={variant} now={now} />
        </Layout.Section>
      </Layout>
      <WordsDialog
        wanted={action && { action, selection: { variantIds: [variant.variantId] } }}
        onClose={close}
        onDone={done}
      />
    </Page>
  );
}

/** What can be said of it besides what it is mapped to. */
function actionsOn({ state, reason, mapping, goneAt }: VariantDetail): WordsAction[] {
  if (state === "bundle") return [];
  if (goneAt) return ["unmap"];
  const said = state === "ignored" || reason === "by_merchant" || (mapping && mapping.source !== "sku");
  return [
    ...(mapping || state === "suggested" ? (["unmap"] as const) : []),
    ...(state === "ignored" ? [] : (["ignore"] as const)),
    ...(said ? (["reset"] as const) : []),
  ];
}
