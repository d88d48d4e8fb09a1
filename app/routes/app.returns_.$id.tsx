import { BlockStack, Layout, Page } from "@shopify/polaris";
import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { LabelCard } from "../components/returns/label-card.tsx";
import { ReceiptsCard } from "../components/receipts-card.tsx";
import { NotFoundPage } from "../components/not-found-page.tsx";
import type { PageHandle } from "../components/page-texts.tsx";
import { ReturnLinesCard } from "../components/returns/return-lines-card.tsx";
import { ReturnNeeds } from "../components/returns/return-needs.tsx";
import { ReturnProgressCard } from "../components/returns/return-progress-card.tsx";
import { ReturnStageBadge } from "../components/returns/return-stage-badge.tsx";
import { SenderCard } from "../components/returns/sender-card.tsx";
import { TimelineCard } from "../components/timeline-card.tsx";
import { useLive } from "../components/use-live.ts";
import { useReturnAction } from "../components/returns/use-return-action.ts";
import { readReturnDetail, type ReturnDetail } from "../domain/returns/read-return.ts";
import { returnIdOf } from "../domain/returns/return-ref.ts";
import { openStore } from "../http/open-store.server.ts";

export const handle: PageHandle = { texts: ["receipts", "returns", "timeline", "warehouse-errors"] };
export { keepLast as clientLoader } from "../components/keep-last.ts";

export async function loader({ request, params, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const detail = await readReturnDetail(ctx, { returnId: returnIdOf(params.id ?? "") });
  return data({ detail, now: ctx.clock() }, { status: detail ? 200 : 404 });
}

export default function Return() {
  useLive();
  const { detail, now } = useLoaderData<typeof loader>();
  return detail ? <ReturnPage key={detail.returnId} detail={detail} now={now} /> : <NotFoundPage />;
}

function ReturnPage({ detail, now }: { detail: ReturnDetail; now: Date }) {
  const { t } = useTranslation();
  const { send, busy } = useReturnAction();
  const [isSenderOpen, openSender] = useState(false);
  const { returnId } = detail;
  return (
    <Page
      title={detail.name}
      subtitle={t("returns.ofOrder", { order: detail.orderName })}
      titleMetadata={<ReturnStageBadge stage={detail.stage} />}
      backAction={{ content: t("returns.title"), url: "/app/returns" }}
      secondaryActions={[
        {
          content: t("returns.do.again"),
          loading: busy,
          onAction: () => send({ intent: "try-again", returnId }),
        },
      ]}
    >
      <Layout>
        <Layout.Section>
          <BlockStack gap="400">
            <ReturnNeeds detail={detail} onSender={() => openSender(true)} />
            <ReturnProgressCard detail={detail} now={now} />
            <ReturnLinesCard lines={detail.lines} />
            {detail.receipts.length > 0 && <ReceiptsCard receipts={detail.receipts} />}
            <TimelineCard entries={detail.timeline} />
          </BlockStack>
        </Layout.Section>
        <Layout.Section variant="oneThird">
          <BlockStack gap="400">
            <LabelCard label={detail.label} now={now} />
            {/* It stays when what was typed has gone out, to say so. */}
            {(detail.mayCorrectSender || isSenderOpen) && (
              <SenderCard
                {...{ returnId, differs: detail.senderDiffers }}
                open={isSenderOpen}
                onOpen={openSender}
              />
            )}
          </BlockStack>
        </Layout.Section>
      </Layout>
    </Page>
  );
}
