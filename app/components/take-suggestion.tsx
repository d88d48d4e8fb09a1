import { BlockStack, Button, InlineError } from "@shopify/polaris";
import { useFetcher } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { VariantAnswer } from "./variant-answer.ts";
import { variantName } from "./variant-name.ts";
import { variantUrl } from "./variant-url.ts";

export type Suggestion = { sku: string } | { from: string };

/** Takes what is suggested for a variant in one click; if the goods are another's by now, says whose. */
export function TakeSuggestion(props: {
  variantId: string;
  name: string;
  suggestion: Suggestion;
  /** What the button says, when it is not a suggestion of ours. */
  label?: string;
}) {
  const { variantId, name, suggestion } = props;
  const { t } = useTranslation();
  const fetcher = useFetcher<VariantAnswer>();
  const label = props.label ?? t("from" in suggestion ? "products.relink" : "products.confirm");
  const take = () =>
    fetcher.submit(
      "from" in suggestion
        ? { intent: "relink", from: suggestion.from }
        : { intent: "map", components: [{ sku: suggestion.sku, quantity: 1 }] },
      { method: "post", action: variantUrl(variantId), encType: "application/json" },
    );
  const id = `failed-${variantUrl(variantId)}`;
  return (
    // A click on a row opens the variant; one in here does not.
    <div onClick={(event) => event.stopPropagation()}>
      <BlockStack gap="100" inlineAlign="start">
        <Button
          size="slim"
          onClick={take}
          loading={fetcher.state !== "idle"}
          accessibilityLabel={t("products.ofVariant", { action: label, variant: name })}
        >
          {label}
        </Button>
        {fetcher.data && <Failed id={id} answer={fetcher.data} />}
      </BlockStack>
    </div>
  );
}

function Failed({ id, answer }: { id: string; answer: VariantAnswer }) {
  const { t } = useTranslation();
  if (answer.outcome === "mapped" || answer.outcome === "relinked") return null;
  const message =
    answer.outcome === "taken"
      ? t("products.taken", { sku: answer.sku, by: variantName(answer.by) })
      : t("products.outdated");
  return <InlineError fieldID={id} message={message} />;
}
