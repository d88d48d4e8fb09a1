import { Badge, type BadgeProps } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import { CHANGING, type Verdict } from "../../domain/catalog/upload/upload-verdicts.ts";

const QUIET: readonly Verdict[] = ["same", "blank", "undone"];

function toneOf(verdict: Verdict): BadgeProps["tone"] {
  if ((CHANGING as readonly Verdict[]).includes(verdict)) return "success";
  return QUIET.includes(verdict) ? undefined : "warning";
}

/** What became of a row of an uploaded file. */
export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  const { t } = useTranslation();
  return <Badge tone={toneOf(verdict)}>{t(`mappings.verdict.${verdict}`)}</Badge>;
}
