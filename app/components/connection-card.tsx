import { Badge, BlockStack, Card, Divider, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { Overview } from "../domain/connection/read-overview.ts";
import { CardHeading } from "./card-heading.tsx";
import { Fact } from "./fact.tsx";
import { When } from "./when.tsx";

export interface ConnectionCardProps extends Pick<Overview, "events" | "waiting"> {
  connection: { locationName: string };
  now: Date;
}

/** Is the warehouse joined, and is it heard? */
export function ConnectionCard({ connection, events, waiting, now }: ConnectionCardProps) {
  const { t } = useTranslation();
  const heard = events.map(({ lastHeardAt }) => lastHeardAt).filter((at) => at !== null);
  const lastHeard = heard.sort((a, b) => b.getTime() - a.getTime())[0];
  const ago = (at: Date | null | undefined) => (at ? <When at={at} now={now} /> : t("home.connection.never"));
  return (
    <Card>
      <BlockStack gap="300">
        <CardHeading
          title={t("home.connection.heading")}
          badge={<Badge tone="success">{t("home.connection.connected")}</Badge>}
          link={{ content: t("home.connection.change"), url: "/app/connect" }}
        />
        <Fact label={t("home.connection.location")}>{connection.locationName}</Fact>
        <Fact label={t("home.connection.heard")}>{ago(lastHeard)}</Fact>
        {waiting > 0 && (
          <Fact label={t("home.connection.waiting")}>
            {t("home.connection.waitingValue", { count: waiting })}
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
