import { BlockStack, Layout, Page } from "@shopify/polaris";
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { DeletePurchaseModal } from "../components/inbounds/delete-purchase-modal.tsx";
import { NotFoundPage } from "../components/not-found-page.tsx";
import type { PageHandle } from "../components/page-texts.tsx";
import { LateBadge, PurchaseStageBadge } from "../components/inbounds/purchase-badges.tsx";
import { OtherInboundPage } from "../components/inbounds/other-inbound-page.tsx";
import { PurchaseFactsCard } from "../components/inbounds/purchase-facts-card.tsx";
import { PurchaseGoodsCard } from "../components/inbounds/purchase-goods-card.tsx";
import { PurchaseNeeds } from "../components/inbounds/purchase-needs.tsx";
import { ReceiptsCard } from "../components/receipts-card.tsx";
import { purchaseUrl } from "../components/purchase-url.ts";
import { TimelineCard } from "../components/timeline-card.tsx";
import { useLive } from "../components/use-live.ts";
import { askAboutPurchase } from "../domain/inbounds/ask-about-purchase.ts";
import { readOtherInbound } from "../domain/inbounds/other/read-other-inbound.ts";
import { purchaseNeedSchema } from "../domain/inbounds/purchase-needs.ts";
import { readPurchase, type PurchaseDetail } from "../domain/inbounds/read-purchase.ts";
import type { InboundRef } from "../domain/ids.ts";
import { openStore, readJson } from "../http/open-store.server.ts";

export const handle: PageHandle = {
  texts: ["inbounds", "receipts", "returns", "timeline", "warehouse-errors"],
};
export { keepLast as clientLoader } from "../components/keep-last.ts";

/** Anything else in the address is ignored rather than refused: it may be an old bookmark. */
const querySchema = z.object({
  page: z.coerce.number().int().min(1).max(10_000).optional().catch(undefined),
});
const schema = z.discriminatedUnion("what", [
  z.object({ what: z.enum(["delete", "again"]) }),
  z.object({ what: z.literal("leave"), needs: z.array(purchaseNeedSchema).min(1) }),
]);
const refOf = (text: string | undefined) => (text ?? "") as InboundRef;

export async function loader({ request, params, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const query = querySchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  const asked = { ref: refOf(params.ref), ...query };
  const detail = await readPurchase(ctx, asked);
  const other = detail ? null : await readOtherInbound(ctx, asked);
  return data({ detail, other, now: ctx.clock() }, { status: (detail ?? other) ? 200 : 404 });
}

export async function action({ request, params, context: { services } }: ActionFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const asked = await readJson(request, schema);
  return askAboutPurchase(ctx, { ref: refOf(params.ref), ...asked });
}

export default function Inbound() {
  useLive();
  const { detail, other, now } = useLoaderData<typeof loader>();
  if (other) return <OtherInboundPage key={other.ref} detail={other} now={now} />;
  return detail ? <InboundPage key={detail.ref} detail={detail} now={now} /> : <NotFoundPage />;
}

function InboundPage({ detail, now }: { detail: PurchaseDetail; now: Date }) {
  const { t } = useTranslation();
  const [deleting, setDeleting] = useState(false);
  const { ref, fields, changeable } = detail;
  return (
    <Page
      title={fields.senderName || fields.supplierRef}
      subtitle={fields.supplierRef}
      titleMetadata={
        <>
          <PurchaseStageBadge stage={detail.stage} /> <LateBadge days={detail.daysLate} />
        </>
      }
      backAction={{ content: t("inbounds.title"), url: "/app/inbounds" }}
      secondaryActions={
        changeable
          ? [
              { content: t("inbounds.detail.edit"), url: `${purchaseUrl(ref)}/edit` },
              { content: t("inbounds.detail.delete"), destructive: true, onAction: () => setDeleting(true) },
            ]
          : []
      }
    >
      <Layout>
        <Layout.Section>
          <BlockStack gap="400">
            <PurchaseNeeds detail={detail} />
            <PurchaseGoodsCard detail={detail} />
            <TimelineCard entries={detail.timeline} />
          </BlockStack>
        </Layout.Section>
        <Layout.Section variant="oneThird">
          <BlockStack gap="400">
            <PurchaseFactsCard detail={detail} now={now} />
            <ReceiptsCard receipts={detail.receipts} />
          </BlockStack>
        </Layout.Section>
      </Layout>
      {deleting && <DeletePurchaseModal purchaseRef={ref} onClose={() => setDeleting(false)} />}
    </Page>
  );
}
