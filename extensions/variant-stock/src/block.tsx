import "@shopify/ui-extensions/preact";
import { render } from "preact";
import type { VariantStockAnswer } from "../../../app/extension-answers.ts";
import { selectedId } from "../../shared/ask.ts";
import { Frame, inApp } from "../../shared/frame.tsx";
import { useAnswer } from "../../shared/use-answer.ts";
import { ReconcileNow } from "./reconcile-now.tsx";
import { StockFacts } from "./stock-facts.tsx";

export default async function block() {
  render(<VariantStock />, document.body);
}

function VariantStock() {
  const { translate } = shopify.i18n;
  const path = `/ext/variant-stock?variant=${encodeURIComponent(selectedId() ?? "")}`;
  const { loaded, load, show } = useAnswer<VariantStockAnswer>(path);
  return (
    <Frame loaded={loaded} onRetry={load} summary={summaryOf}>
      {(answer) => (
        <s-stack gap="base">
          {answer.state === "mapped" ? (
            <>
              <StockFacts shown={answer} />
              <ReconcileNow path={path} shown={answer} onLooked={show} />
            </>
          ) : (
            <s-paragraph>{translate(`state.${answer.state}`)}</s-paragraph>
          )}
          <s-link href={inApp(answer.page)}>{translate("do.open")}</s-link>
        </s-stack>
      )}
    </Frame>
  );
}

function summaryOf({ state, warehouseStock, onHand }: VariantStockAnswer): string {
  const { translate, formatNumber } = shopify.i18n;
  if (state !== "mapped") return translate(`state.${state}`);
  const inWords = (figure: number | null) => (figure === null ? "–" : formatNumber(figure));
  return translate("summary", { warehouse: inWords(warehouseStock), onHand: inWords(onHand) });
}
