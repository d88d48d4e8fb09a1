import { Button, TextField } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import { readBuffer } from "../../domain/stock/settings/read-buffer.ts";
import { useDraft } from "../use-draft.ts";
import { useStockAction } from "../use-stock-action.ts";

/** What is kept back of one SKU, whatever the shop's buffer is. */
export function BufferField({ sku, pieces, usual }: { sku: string; pieces: number | null; usual: number }) {
  const { t } = useTranslation();
  const { send, busy, answer } = useStockAction();
  const isSaved = answer?.outcome === "kept";
  const { draft, setDraft, saved, noteSent } = useDraft<string>({ answer, isSaved, isBusy: busy });
  const stored = saved ?? (pieces === null ? "" : String(pieces));
  const typed = draft ?? stored;
  const wanted = piecesIn(typed);
  return (
    <TextField
      label={t("stock.buffer.label", { sku })}
      helpText={t("stock.buffer.help", { count: usual })}
      value={typed}
      // What is changed back follows what is stored again, unless another value is being saved.
      onChange={(text) => setDraft(text === stored && !busy ? undefined : text)}
      placeholder={String(usual)}
      inputMode="numeric"
      autoComplete="off"
      error={wanted === undefined ? t("stock.buffer.wrong") : undefined}
      connectedRight={
        <Button
          loading={busy}
          disabled={wanted === undefined || wanted === piecesIn(stored)}
          onClick={() => {
            noteSent();
            send({ intent: "buffer", sku, pieces: wanted ?? null });
          }}
        >
          {t("stock.buffer.save")}
        </Button>
      }
    />
  );
}

/** `null` when nothing is typed, `undefined` when it is no number of pieces. */
const piecesIn = (typed: string) => (typed.trim() === "" ? null : readBuffer(typed));
