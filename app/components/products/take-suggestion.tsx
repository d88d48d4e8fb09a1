import { useAppBridge } from "@shopify/app-bridge-react";
import { Button } from "@shopify/polaris";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { VariantDetail } from "../../domain/catalog/read-variant.ts";
import { useVariantAction } from "./use-variant-action.ts";
import { variantName } from "../variant-name.ts";

type Suggestion = { sku: string } | { from: string };

/**
 * Takes what is suggested for a variant in one click. What came of it is told in a message of the admin's, because the
 * row that was clicked is often gone by then.
 */
export function TakeSuggestion(props: {
  variant: Pick<VariantDetail, "productTitle" | "variantTitle" | "state"> & { variantId: string };
  suggestion: Suggestion;
  /** What the button says, when it is not a suggestion of ours. */
  label?: string;
}) {
  const { variant, suggestion } = props;
  const { t } = useTranslation();
  const bridge = useAppBridge();
  const { send, busy, answer, failed } = useVariantAction(variant.variantId);
  useEffect(() => {
    if (answer) void bridge.toast.show(failed ?? t("variant.saved"), { isError: failed !== undefined });
  }, [answer]); // oxlint-disable-line react/exhaustive-deps -- Once for each answer.
  const label = props.label ?? t("from" in suggestion ? "products.relink" : "products.confirm");
  const take = () =>
    send(
      "from" in suggestion
        ? { intent: "relink", from: suggestion.from }
        : { intent: "map", components: [{ sku: suggestion.sku, quantity: 1 }], seen: variant.state },
    );
  return (
    // A click on a row opens the variant; one in here does not.
    <div onClick={(event) => event.stopPropagation()}>
      <Button
        size="slim"
        onClick={take}
        loading={busy}
        accessibilityLabel={t("products.ofVariant", { action: label, variant: variantName(variant) })}
      >
        {label}
      </Button>
    </div>
  );
}
