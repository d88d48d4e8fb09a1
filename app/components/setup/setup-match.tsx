import { BlockStack, Button, ButtonGroup, List, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { MatchCounts } from "../../domain/connection/read-setup-page.ts";
import type { ShownReading } from "../../domain/catalog/import/read-reading.ts";
import { ReadAgain } from "../home/read-again.tsx";
import { ReadingProgress } from "../home/reading-progress.tsx";
import { Why } from "./why.tsx";

const LEFT = ["suggested", "ambiguous", "unmatched"] as const;
/** Where those of one kind are listed. */
const LISTED = {
  suggested: "/app/products?state=suggested",
  ambiguous: "/app/products?state=ambiguous",
  unmatched: "/app/products",
};

/** The third step: which of the warehouse's products the shop's variants are. */
export function SetupMatch(props: {
  imported: boolean;
  reading: ShownReading | null;
  counts: MatchCounts;
  /** Goes on to the next step although something is left. */
  onGoOn(): void;
}) {
  const { imported, reading, counts } = props;
  const { t } = useTranslation();
  const first = LEFT.find((kind) => counts[kind] > 0);
  return (
    <BlockStack gap="300">
      <Text as="p">{t("setup.step.match.body")}</Text>
      {reading?.state === "running" && <ReadingProgress reading={reading} />}
      {reading?.state === "stopped" && reading.first && (
        <BlockStack gap="200" inlineAlign="start">
          <Text as="p">{t("home.reading.stopped.heading")}</Text>
          <ReadAgain />
        </BlockStack>
      )}
      {imported && (
        <>
          <List>
            <List.Item>{t("setup.step.match.mapped", { count: counts.mapped })}</List.Item>
            {LEFT.filter((kind) => counts[kind] > 0).map((kind) => (
              <List.Item key={kind}>{t(`setup.step.match.${kind}`, { count: counts[kind] })}</List.Item>
            ))}
          </List>
          {counts.mapped === 0 && <Text as="p">{t("setup.step.match.none")}</Text>}
          <ButtonGroup>
            <Button variant="primary" url={LISTED[first ?? "unmatched"]}>
              {t("setup.step.match.look")}
            </Button>
            {counts.mapped > 0 && <Button onClick={props.onGoOn}>{t("setup.step.match.goOn")}</Button>}
          </ButtonGroup>
        </>
      )}
      <Why>{t("setup.step.match.why")}</Why>
    </BlockStack>
  );
}
