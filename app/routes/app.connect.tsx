import { BlockStack, Page } from "@shopify/polaris";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { AccountCard } from "../components/settings/account-card.tsx";
import { AskEventsCard } from "../components/settings/ask-events-card.tsx";
import type { ConnectionAnswer } from "../components/settings/connection-answer.ts";
import { DisconnectCard } from "../components/settings/disconnect-card.tsx";
import { SharedAccountBanner } from "../components/settings/shared-account-banner.tsx";
import { PreviousLocationCard } from "../components/settings/previous-location-card.tsx";
import { LocationCard } from "../components/settings/location-card.tsx";
import type { PageHandle } from "../components/page-texts.tsx";
import { useLive } from "../components/use-live.ts";
import { askForEventsAgain } from "../domain/connection/ask-for-events-again.ts";
import { changeToken } from "../domain/connection/change-token.ts";
import { changeWebhookKey, endOldKey } from "../domain/connection/change-webhook-key.ts";
import { chooseLocation } from "../domain/connection/choose-location.ts";
import { disconnectWarehouse } from "../domain/connection/disconnect-warehouse.ts";
import { readConnection } from "../domain/connection/read-connection.ts";
import { changePreviousLocation } from "../domain/stock/previous-location/change-previous-location.ts";
import { listPreviousLocations } from "../domain/stock/previous-location/list-previous-locations.ts";
import type { ShopContext } from "../domain/shop-context.ts";
import { openStore, readJson } from "../http/open-store.server.ts";

export const handle: PageHandle = {
  texts: ["connect", "problems", "settings", "setup", "warehouse-errors", "work"],
};
export { keepLast as clientLoader } from "../components/keep-last.ts";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("accessToken"), accessToken: z.string() }),
  z.object({ intent: z.literal("webhookKey"), webhookKey: z.string() }),
  z.object({ intent: z.literal("end-old-key") }),
  z.object({ intent: z.literal("location"), locationId: z.string().min(1) }),
  z.object({
    intent: z.literal("previous-location"),
    locationId: z.string().min(1),
    change: z.enum(["clear", "restore", "dismiss"]),
  }),
  z.object({ intent: z.literal("ask-again") }),
  z.object({ intent: z.literal("disconnect") }),
]);

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx, redirect } = await openStore(services, request);
  const [connection, previous] = await Promise.all([readConnection(ctx), listPreviousLocations(ctx)]);
  if (!connection) throw redirect("/app/setup");
  return { connection, previous, now: ctx.clock() };
}

export async function action({ request, context: { services } }: ActionFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const asked = await readJson(request, schema);
  return answer(ctx, asked);
}

async function answer(ctx: ShopContext, asked: z.infer<typeof schema>): Promise<ConnectionAnswer> {
  switch (asked.intent) {
    case "accessToken":
      return changeToken(ctx, asked);
    case "webhookKey":
      return changeWebhookKey(ctx, asked);
    case "end-old-key":
      await endOldKey(ctx);
      return { outcome: "old-key-ended" };
    case "location":
      return chooseLocation(ctx, asked);
    case "previous-location":
      return changePreviousLocation(ctx, asked);
    case "ask-again":
      return askForEventsAgain(ctx);
    case "disconnect":
      await disconnectWarehouse(ctx);
      return { outcome: "disconnected" };
  }
}

export default function Connection() {
  useLive();
  const { t } = useTranslation();
  const { connection, previous, now } = useLoaderData<typeof loader>();
  const { webhookKey, locationName, askedAt, sharing } = connection;
  return (
    <Page
      narrowWidth
      title={t("connect.pageTitle")}
      backAction={{ content: t("nav.settings"), url: "/app/settings" }}
      secondaryActions={[{ content: t("setup.title"), url: "/app/setup" }]}
    >
      <BlockStack gap="400">
        {sharing && <SharedAccountBanner sharing={sharing} />}
        <AccountCard webhookKey={webhookKey} now={now} />
        <LocationCard locationName={locationName} />
        {previous.map((location) => (
          <PreviousLocationCard
            key={location.locationId}
            location={location}
            current={locationName ?? t("connect.noLocationYet")}
          />
        ))}
        <AskEventsCard askedAt={askedAt} now={now} />
        <DisconnectCard />
      </BlockStack>
    </Page>
  );
}
