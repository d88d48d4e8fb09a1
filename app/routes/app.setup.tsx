import { Banner, BlockStack, Page } from "@shopify/polaris";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { Live } from "../components/live.tsx";
import type { PageHandle } from "../components/page-texts.tsx";
import { ProblemBanners } from "../components/problem-banners.tsx";
import type { SetupAnswer } from "../components/home/setup-answer.ts";
import { SetupConnect } from "../components/setup/setup-connect.tsx";
import { SetupGuide } from "../components/setup/setup-guide.tsx";
import { SetupLive } from "../components/setup/setup-live.tsx";
import { SetupLocation } from "../components/setup/setup-location.tsx";
import { SetupMatch } from "../components/setup/setup-match.tsx";
import { SetupReport } from "../components/setup/setup-report.tsx";
import { dismissGuide, noteReportSeen } from "../domain/connection/change-setup.ts";
import { chooseLocation } from "../domain/connection/choose-location.ts";
import { connectWarehouse } from "../domain/connection/connect-warehouse.ts";
import { readSetupPage } from "../domain/connection/read-setup-page.ts";
import { changeStockSettings } from "../domain/stock/settings/change-stock-settings.ts";
import type { ShopContext } from "../domain/shop-context.ts";
import { openStore, readForm } from "../http/open-store.server.ts";

export const handle: PageHandle = {
  texts: ["connect", "home", "problems", "settings", "setup", "stock", "warehouse-errors", "work"],
};
export { keepLast as clientLoader } from "../components/keep-last.ts";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("connect"), accessToken: z.string(), webhookKey: z.string() }),
  z.object({ intent: z.literal("location"), locationId: z.string().min(1) }),
  z.object({ intent: z.literal("sold-elsewhere"), soldElsewhere: z.enum(["yes", "no"]) }),
  z.object({ intent: z.literal("report-seen") }),
  z.object({ intent: z.literal("dismiss") }),
]);

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const page = await readSetupPage(ctx);
  return { ...page, now: ctx.clock() };
}

export async function action({ request, context: { services } }: ActionFunctionArgs) {
  const { ctx } = await openStore(services, request);
  return answer(ctx, await readForm(request, schema));
}

async function answer(ctx: ShopContext, asked: z.infer<typeof schema>): Promise<SetupAnswer> {
  switch (asked.intent) {
    case "connect":
      return connectWarehouse(ctx, asked);
    case "location":
      return chooseLocation(ctx, asked);
    case "sold-elsewhere":
      await changeStockSettings(ctx, { soldElsewhere: asked.soldElsewhere === "yes" });
      return { outcome: "answered" };
    case "report-seen":
      await noteReportSeen(ctx);
      return { outcome: "seen" };
    case "dismiss":
      await dismissGuide(ctx);
      return { outcome: "dismissed" };
  }
}

export default function SetUp() {
  const { t } = useTranslation();
  const { setup, connection, locations, reading, counts, comparing, standing, soldElsewhere, problems, now } =
    useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const { compared, imported, next } = setup;
  const located = connection?.locationName != null;
  const matched = imported && counts.mapped > 0;
  return (
    <Page narrowWidth title={t("setup.title")} backAction={{ content: t("nav.home"), url: "/app" }}>
      {/* Until there is a location nothing happens by itself, and asking the shop for its locations costs. */}
      {located && <Live />}
      <BlockStack gap="400">
        {connection && problems.length > 0 && <ProblemBanners problems={problems} now={now} />}
        {next === null && (
          <Banner
            tone="success"
            title={t("setup.complete.heading")}
            action={{ content: t("setup.complete.action"), url: "/app" }}
          >
            {t("setup.complete.body")}
          </Banner>
        )}
        <SetupGuide
          setup={setup}
          contents={{
            connect: () => <SetupConnect connection={connection} answer={answered} now={now} />,
            location: () => (
              <SetupLocation
                {...{ locations, connected: connection !== null, answer: answered }}
                locationName={connection?.locationName ?? null}
              />
            ),
            match: (goTo) => <SetupMatch {...{ imported, reading, counts }} onGoOn={() => goTo("report")} />,
            report: () => <SetupReport {...{ matched, compared, comparing, standing }} />,
            live: () => (
              <SetupLive {...{ compared, standing, soldElsewhere }} sharing={connection?.sharing ?? null} />
            ),
          }}
        />
      </BlockStack>
    </Page>
  );
}
