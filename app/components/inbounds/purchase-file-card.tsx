import { Banner, BlockStack, Button, Card, DropZone, InlineStack, Spinner, Text } from "@shopify/polaris";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { FileLine, LinesFileOutcome } from "../../domain/inbounds/read-lines-file.ts";
import { PurchaseFileRows } from "./purchase-file-rows.tsx";
import type { FormLine } from "./purchase-lines-card.tsx";

type Refused = Exclude<LinesFileOutcome, { outcome: "read" }> | { outcome: "failed" };
type State =
  | { is: "idle" }
  | { is: "busy" }
  | { is: "refused"; why: Refused }
  | { is: "read"; name: string; lines: FileLine[] }
  | { is: "taken"; count: number };

/** Where goods are taken from a file, after each of its rows has been judged. */
export function PurchaseFileCard({
  mostRows,
  onTake,
}: {
  mostRows: number;
  onTake(lines: FormLine[]): void;
}) {
  const { t } = useTranslation();
  const [state, setState] = useState<State>({ is: "idle" });
  const read = async (file: File) => {
    setState({ is: "busy" });
    const answer = await judge(file).catch((): Refused => ({ outcome: "failed" }));
    if (answer.outcome === "read") setState({ is: "read", name: file.name, lines: answer.lines });
    else setState({ is: "refused", why: answer });
  };
  const take = (lines: readonly FileLine[]) => {
    const taken = lines.filter(mayBeTaken);
    onTake(taken.map(({ sku, description, quantity }) => ({ sku, description, quantity })));
    setState({ is: "taken", count: taken.length });
  };
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("inbounds.file.heading")}
        </Text>
        <Text as="p">{t("inbounds.file.body")}</Text>
        <div aria-live="polite">
          {state.is === "refused" && (
            <Banner tone="critical" title={t("inbounds.file.refusedHeading")}>
              <Reason why={state.why} mostRows={mostRows} />
            </Banner>
          )}
          {state.is === "taken" && (
            <Banner tone="success">{t("inbounds.file.taken", { count: state.count })}</Banner>
          )}
        </div>
        {state.is === "busy" && (
          <InlineStack gap="200" blockAlign="center">
            <Spinner size="small" />
            <Text as="span">{t("inbounds.file.reading")}</Text>
          </InlineStack>
        )}
        {state.is === "read" && (
          <Judged
            name={state.name}
            lines={state.lines}
            onTake={() => take(state.lines)}
            onDrop={() => setState({ is: "idle" })}
          />
        )}
        {state.is !== "busy" && state.is !== "read" && (
          <DropZone
            label={t("inbounds.file.label")}
            labelHidden
            allowMultiple={false}
            variableHeight
            onDrop={([file]) => file && void read(file)}
          >
            <DropZone.FileUpload actionTitle={t("inbounds.file.action")} />
          </DropZone>
        )}
      </BlockStack>
    </Card>
  );
}

/** SKUs that could not be checked are checked again before anything is sent. */
const mayBeTaken = ({ verdict }: FileLine) => verdict === "good" || verdict === "not-checked";

async function judge(file: File): Promise<LinesFileOutcome> {
  const response = await fetch("/app/inbounds/lines", {
    method: "POST",
    headers: { "content-type": "text/csv" },
    body: file,
  });
  if (!response.ok) throw new Error(`the upload answered ${response.status}`);
  return (await response.json()) as LinesFileOutcome;
}

function Judged(props: { name: string; lines: FileLine[]; onTake(): void; onDrop(): void }) {
  const { name, lines } = props;
  const { t } = useTranslation();
  const count = lines.filter(mayBeTaken).length;
  return (
    <BlockStack gap="300">
      <Text as="h3" variant="headingSm" breakWord>
        {name}
      </Text>
      <PurchaseFileRows lines={lines} />
      <Text as="p">
        {[
          lines.length > count && t("inbounds.file.leftOut", { count: lines.length - count }),
          t("inbounds.file.replaces"),
        ]
          .filter(Boolean)
          .join(" ")}
      </Text>
      <InlineStack gap="200">
        <Button onClick={props.onTake} disabled={count === 0}>
          {t("inbounds.file.take", { count })}
        </Button>
        <Button variant="plain" onClick={props.onDrop}>
          {t("inbounds.file.drop")}
        </Button>
      </InlineStack>
    </BlockStack>
  );
}

function Reason({ why, mostRows }: { why: Refused; mostRows: number }) {
  const { t } = useTranslation();
  switch (why.outcome) {
    case "too-many-rows":
      return t("inbounds.file.refused.too-many-rows", { rows: mostRows });
    case "quotes":
      return t("inbounds.file.refused.quotes", { row: why.row });
    case "column-missing":
    case "column-twice":
      return t(`inbounds.file.refused.${why.outcome}`, { column: why.column });
    default:
      return t(`inbounds.file.refused.${why.outcome}`);
  }
}
