import { Button, TextField } from "@shopify/polaris";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { readBuffer } from "../../domain/stock/settings/read-buffer.ts";
import { useStockAction } from "../use-stock-action.ts";

/** What is kept back of one SKU, whatever the shop's buffer is. */
export function BufferField({ sku, pieces, usual }: { sku: string; pieces: number | null; usual: number }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(pieces === null ? "" : String(pieces));
  const { send, busy } = useStockAction();
  const wanted = typed.trim() === "" ? null : readBuffer(typed);
  return (
    <TextField
      label={t("stock.buffer.label", { sku })}
      helpText={t("stock.buffer.help", { count: usual })}
      value={typed}
      onChange={setTyped}
      placeholder={String(usual)}
      inputMode="numeric"
      autoComplete="off"
      error={wanted === undefined ? t("stock.buffer.wrong") : undefined}
      connectedRight={
        <Button
          loading={busy}
          disabled={wanted === undefined || wanted === pieces}
          onClick={() => send({ intent: "buffer", sku, pieces: wanted ?? null })}
        >
          {t("stock.buffer.save")}
        </Button>
      }
    />
  );
}
