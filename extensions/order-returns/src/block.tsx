import "@shopify/ui-extensions/preact";
import { render } from "preact";
import type { OrderReturnsAnswer } from "../../../app/extension-answers.ts";
import { selectedId } from "../../shared/ask.ts";
import { Frame, inApp } from "../../shared/frame.tsx";
import { useAnswer } from "../../shared/use-answer.ts";
import { OneReturn } from "./one-return.tsx";

export default async function block() {
  render(<OrderReturns />, document.body);
}

function OrderReturns() {
  const { translate } = shopify.i18n;
  const order = encodeURIComponent(selectedId() ?? "");
  const { loaded, load } = useAnswer<OrderReturnsAnswer>(`/ext/order-returns?order=${order}`);
  const summary = ({ returns, more }: OrderReturnsAnswer) =>
    returns.length === 0
      ? translate("none")
      : translate("summary", { count: returns.length + (more?.returns ?? 0) });
  return (
    <Frame loaded={loaded} onRetry={load} summary={summary}>
      {({ returns, more }) => (
        <s-stack gap="large">
          {returns.length === 0 && <s-paragraph>{translate("none")}</s-paragraph>}
          {returns.map((one) => (
            <OneReturn key={one.page} shown={one} />
          ))}
          {more && (
            <s-stack direction="inline" gap="base">
              <s-text>{translate("more", { count: more.returns })}</s-text>
              <s-link href={inApp(more.page)}>{translate("do.all")}</s-link>
            </s-stack>
          )}
        </s-stack>
      )}
    </Frame>
  );
}
