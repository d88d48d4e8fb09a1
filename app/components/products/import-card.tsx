import { Banner, BlockStack, Card, DropZone, Spinner, InlineStack, Text } from "@shopify/polaris";
import { useSearchParams } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { TryUploadOutcome } from "../../domain/catalog/upload/try-upload.ts";

type Refused = Exclude<TryUploadOutcome, { outcome: "tried" | "started" }> | { outcome: "failed" };
type State = { is: "idle" } | { is: "busy" } | { is: "refused"; why: Refused };

/** Where a file of mappings is uploaded and tried. */
export function ImportCard({ limits }: { limits: { bytes: number; rows: number } }) {
  const { t } = useTranslation();
  const [, setParams] = useSearchParams();
  const [state, setState] = useState<State>({ is: "idle" });
  const send = async (file: File) => {
    setState({ is: "busy" });
    const why = await tryFile(file).catch((): Refused => ({ outcome: "failed" }));
    if (why.outcome !== "tried" && why.outcome !== "started") return setState({ is: "refused", why });
    setState({ is: "idle" });
    // A large one is judged by a worker, which the page shows when it is read anew.
    setParams(why.outcome === "tried" ? { upload: why.uploadId } : {});
  };
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("mappings.import.heading")}
        </Text>
        <Text as="p">{t("mappings.import.body")}</Text>
        {state.is === "refused" && (
          <Banner tone="critical" title={t("mappings.refused.heading")}>
            <Reason why={state.why} limits={limits} /> {t("mappings.refused.nothing")}
          </Banner>
        )}
        {state.is === "busy" ? (
          <InlineStack gap="200" blockAlign="center">
            <Spinner size="small" />
            <Text as="span">{t("mappings.import.reading")}</Text>
          </InlineStack>
        ) : (
          <DropZone
            label={t("mappings.import.label")}
            labelHidden
            allowMultiple={false}
            variableHeight
            onDrop={([file]) => file && void send(file)}
          >
            <DropZone.FileUpload actionTitle={t("mappings.import.action")} />
          </DropZone>
        )}
      </BlockStack>
    </Card>
  );
}

async function tryFile(file: File): Promise<TryUploadOutcome> {
  const response = await fetch(
    `/app/mappings.csv?${new URLSearchParams({ name: file.name.slice(0, 200) })}`,
    {
      method: "POST",
      headers: { "content-type": "text/csv" },
      body: file,
    },
  );
  if (!response.ok) throw new Error(`the upload answered ${response.status}`);
  return (await response.json()) as TryUploadOutcome;
}

function Reason({ why, limits }: { why: Refused; limits: { bytes: number; rows: number } }) {
  const { t } = useTranslation();
  switch (why.outcome) {
    case "too-large":
      return t("mappings.refused.too-large", { mebibytes: limits.bytes / 1024 / 1024 });
    case "too-many-rows":
      return t("mappings.refused.too-many-rows", { rows: limits.rows });
    case "columns-missing":
      return t(`mappings.refused.columns-missing-${why.missing}`);
    case "quotes":
      return t("mappings.refused.quotes", { row: why.row });
    case "column-twice":
      return t("mappings.refused.column-twice", { column: why.column });
    default:
      return t(`mappings.refused.${why.outcome}`);
  }
}
