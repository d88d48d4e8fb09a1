import { Banner, type BannerProps } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { Health } from "../../domain/connection/decide-health.ts";
import type { StockStanding } from "../../domain/stock/report/read-standing.ts";
import { StandBanner } from "../stock/stand-banner.tsx";
import { useCure } from "../use-cure.ts";
import { useMoment } from "../use-moment.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

const TONE: Record<Exclude<Health["is"], "not-connected" | "not-live">, BannerProps["tone"]> = {
  broken: "critical",
  behind: "warning",
  "needs-you": "warning",
  starting: "info",
  "catching-up": "info",
  quiet: "info",
  healthy: "success",
};

/** Is it healthy? In one sentence, with what follows from that. */
export function HealthBanner({
  health,
  standing,
  now,
}: {
  health: Health;
  standing: StockStanding;
  now: Date;
}) {
  const { t } = useTranslation();
  const moment = useMoment();
  const { send, busy } = useCure();
  if (health.is === "not-connected") return null;
  if (health.is === "not-live") return <StandOnHome standing={standing} now={now} />;
  return (
    <Banner
      tone={TONE[health.is]}
      title={heading(health)}
      {...(health.is === "quiet" && {
        action: {
          content: t("problem.do.events"),
          loading: busy,
          onAction: () => send({ intent: "ask-for-events" }),
        },
      })}
    >
      {body(health)}
    </Banner>
  );

  function heading(told: Exclude<Health, { is: "not-connected" | "not-live" }>): string {
    switch (told.is) {
      case "needs-you":
        return t("home.health.needs-you.heading", { count: told.problems });
      case "quiet":
        return t("home.health.quiet.heading", {
          count: Math.floor((now.getTime() - told.since.getTime()) / DAY_MS),
        });
      default:
        return t(`home.health.${told.is}.heading`);
    }
  }

  function body(told: Exclude<Health, { is: "not-connected" | "not-live" }>): string {
    switch (told.is) {
      case "behind":
        return t("home.health.behind.body", { time: moment(told.since) });
      case "catching-up":
        return t(`home.health.catching-up.${standing.many ? "many" : "body"}`, { count: told.differing });
      default:
        return t(`home.health.${told.is}.body`);
    }
  }
}

/** How the merchant stands with writing stock, and where to go on. */
export function StandOnHome({ standing, now }: { standing: StockStanding; now: Date }) {
  const { t } = useTranslation();
  const see = t(standing.stand === "shadow" ? "stock.seeShadow" : "stock.see");
  return <StandBanner standing={standing} now={now} action={{ content: see, url: "/app/stock" }} />;
}
