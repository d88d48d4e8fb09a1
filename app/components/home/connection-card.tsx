import { Badge, BlockStack, Card, Divider, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { Overview } from "../../domain/connection/read-overview.ts";
import { WAITING_EVENTS_COUNTED } from "../../domain/events/get-waiting.ts";
import { isStopping, type ProblemKind } from "../../domain/problems/problem-kinds.ts";
import { CardHeading } from "./card-heading.tsx";
import { Fact } from "../fact.tsx";
import { When } from "../when.tsx";

export interface ConnectionCardProps extends Pick<Overview, "events" | "waiting" | "problems"> {
  connection: { locationName: string };
  now: Date;
}

/** What is wrong with the account at the warehouse, by the problem that says so. */
const ACCOUNT: Partial<Record<ProblemKind, "silent" | "refuses" | "unclear">> = {
  "warehouse-unreachable": "silent",
  "warehouse-token-refused": "refuses",
  "warehouse-not-understood": "unclear",
};

/** Is the warehouse joined, and is it heard? */
export function ConnectionCard({ connection, events, waiting, problems, now }: ConnectionCardProps) {
  const { t } = useTranslation();
  const broken = problems.some(({ kind }) => isStopping(kind));
  const account = problems.map(({ kind }) => ACCOUNT[kind]).find(Boolean) ?? "answers";
  const heard = events.map(({ lastHeardAt }) => lastHeardAt).filter((at) => at !== null);
  const lastHeard = heard.sort((a, b) => b.getTime() - a.getTime())[0];
  const ago = (at: Date | null | undefined) => (at ? <When at={at} now={now} /> : t("home.connection.never"));
  return (
    <Card>
      <BlockStack gap="300">
        <CardHeading
          title={t("home.connection.heading")}
          badge={
            <Badge tone={broken ? "critical" : "success"}>
              {t(`home.connection.${broken ? "broken" : "connected"}`)}
            </Badge>
          }
          link={{ content: t("home.connection.change"), url: "/app/connect" }}
        />
        <Fact label={t("home.connection.account")}>{t(`home.connection.${account}`)}</Fact>
        <Fact label={t("home.connection.location")}>{connection.locationName}</Fact>
        <Fact label={t("home.connection.heard")}>{ago(lastHeard)}</Fact>
        {waiting > 0 && (
          <Fact label={t("home.connection.waiting")}>
            {t(`home.connection.${waiting < WAITING_EVENTS_COUNTED ? "waitingValue" : "waitingMany"}`, {
              count: waiting,
            })}
          </Fact>
        )}
        <Divider />
        <Text as="h3" variant="headingSm">
          {t("home.connection.events")}
        </Text>
        <BlockStack gap="100">
          {events.map(({ event, asked, lastHeardAt }) => (
            <Fact key={event} label={t(`home.event.${event}`)}>
              {asked ? ago(lastHeardAt) : t("home.event.notAsked")}
            </Fact>
          ))}
        </BlockStack>
      </BlockStack>
    </Card>
  );
}
