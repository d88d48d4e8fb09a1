import { useState } from "preact/hooks";
import type { ReconcileAnswer, VariantStockAnswer } from "../../../app/extension-answers.ts";
import { ask } from "../../shared/ask.ts";
import { waitForLook } from "./wait-for-look.ts";

type Stand = "idle" | "busy" | "done" | "slow" | "failed" | Exclude<ReconcileAnswer["outcome"], "asked">;

const TONES = { done: "success", slow: "info" } as const;

/** Has the variant compared with the warehouse now, and says what came of it. */
export function ReconcileNow(props: {
  path: string;
  shown: VariantStockAnswer;
  onLooked: (answer: VariantStockAnswer) => void;
}) {
  const { path, shown, onLooked } = props;
  const { translate } = shopify.i18n;
  const [stand, setStand] = useState<Stand>("idle");

  const reconcile = async (): Promise<Stand> => {
    const { outcome } = await ask<ReconcileAnswer>(path, { method: "POST" });
    if (outcome !== "asked") return outcome;
    const answer = await waitForLook(path, { before: shown.looked });
    if (!answer) return "slow";
    onLooked(answer);
    return "done";
  };
  const start = () => {
    setStand("busy");
    reconcile().then(setStand, () => setStand("failed"));
  };
  const isOver = stand !== "idle" && stand !== "busy";
  return (
    <s-stack gap="small-200" alignItems="start">
      <s-button loading={stand === "busy"} onClick={start}>
        {translate("do.reconcile")}
      </s-button>
      {isOver && (
        <s-banner tone={stand in TONES ? TONES[stand as keyof typeof TONES] : "critical"}>
          {translate(`outcome.${stand}`)}
        </s-banner>
      )}
    </s-stack>
  );
}
