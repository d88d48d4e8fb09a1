import type { ComponentChildren } from "preact";
import type { Loaded } from "./use-answer.ts";

/** A page of our app, inside the shop's admin. */
export const inApp = (page: string) => `app:${page}`;

/** What a block shows around its content: while it waits, when it failed, and before a warehouse is connected. */
export function Frame<Answer extends { connected: boolean }>(props: {
  loaded: Loaded<Answer>;
  onRetry: () => void;
  /** In a line, for the block folded up. */
  summary: (answer: Answer) => string;
  children: (answer: Answer) => ComponentChildren;
}) {
  const { loaded, onRetry, summary, children } = props;
  const { translate } = shopify.i18n;
  const heading = translate("heading");
  if (loaded.is === "loading")
    return (
      <s-admin-block heading={heading}>
        <s-spinner accessibilityLabel={translate("loading")} />
      </s-admin-block>
    );
  if (loaded.is === "failed")
    return (
      <s-admin-block heading={heading}>
        <s-banner tone="critical" heading={translate("failed.heading")}>
          <s-stack gap="small-200" alignItems="start">
            <s-paragraph>{translate("failed.body")}</s-paragraph>
            <s-button onClick={onRetry}>{translate("failed.retry")}</s-button>
          </s-stack>
        </s-banner>
      </s-admin-block>
    );
  const { answer } = loaded;
  if (!answer.connected)
    return (
      <s-admin-block heading={heading} collapsedSummary={translate("notConnected.body")}>
        <s-stack gap="small-200" alignItems="start">
          <s-paragraph>{translate("notConnected.body")}</s-paragraph>
          <s-link href={inApp("app/connect")}>{translate("notConnected.action")}</s-link>
        </s-stack>
      </s-admin-block>
    );
  return (
    <s-admin-block heading={heading} collapsedSummary={summary(answer)}>
      {children(answer)}
    </s-admin-block>
  );
}

/** A name and what stands under it. */
export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <s-stack gap="none">
      <s-text color="subdued">{name}</s-text>
      <s-text>{children}</s-text>
    </s-stack>
  );
}
