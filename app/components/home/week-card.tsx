import { BlockStack, Card, InlineStack, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { DayOfStock } from "../../domain/stock/report/read-week.ts";
import { useDay } from "../use-day.ts";
import { ChartKey, WeekChart } from "./week-chart.tsx";

/** A week of what was written into the shop, as a chart and as a table. */
export function WeekCard({ week }: { week: readonly DayOfStock[] }) {
  const { t } = useTranslation();
  const quiet = week.every(({ raised, lowered }) => raised === 0 && lowered === 0);
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            {t("home.week.heading")}
          </Text>
          {!quiet && (
            <InlineStack gap="300">
              <Key of="up" label={t("home.week.raised")} />
              <Key of="down" label={t("home.week.lowered")} />
            </InlineStack>
          )}
        </InlineStack>
        {quiet ? (
          <Text as="p" tone="subdued">
            {t("home.week.none")}
          </Text>
        ) : (
          <>
            <WeekChart week={week} />
            <details>
              <summary>{t("home.week.table")}</summary>
              <WeekTable week={week} />
            </details>
          </>
        )}
      </BlockStack>
    </Card>
  );
}

function Key({ of, label }: { of: "up" | "down"; label: string }) {
  return (
    <InlineStack gap="100" blockAlign="center">
      <ChartKey of={of} />
      <Text as="span" tone="subdued" variant="bodySm">
        {label}
      </Text>
    </InlineStack>
  );
}

function WeekTable({ week }: { week: readonly DayOfStock[] }) {
  const { t, i18n } = useTranslation();
  const inDays = useDay();
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <table className="week-table">
      <thead>
        <tr>
          <th scope="col">{t("home.week.day")}</th>
          <th scope="col">{t("home.week.raised")}</th>
          <th scope="col">{t("home.week.lowered")}</th>
        </tr>
      </thead>
      <tbody>
        {week.map(({ day, raised, lowered }) => (
          <tr key={day}>
            <th scope="row">{inDays(day)}</th>
            <td>{number.format(raised)}</td>
            <td>{number.format(lowered)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
