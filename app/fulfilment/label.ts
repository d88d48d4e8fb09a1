import { FulfilmentError, type LabelFault } from "./errors.ts";

/** A label is a page or two; what is larger is something else. */
export const LABEL_CAP_BYTES = 5 * 1024 * 1024;

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
/** Where a PDF says that it ends, give or take what printers' software adds behind it. */
const TAIL_BYTES = 1024;

/**
 * The PDF in a label's body: base64, as it is or as a JSON string, with or without `data:` in front and line breaks
 * within.
 * @throws FulfilmentError `label-unusable` when it is empty, not strictly base64, not a whole PDF, or over the cap.
 */
export function decodeLabel(body: string): Buffer {
  const text = unquote(body.trim())
    .replace(/^data:[^,]{0,100};base64,/i, "")
    .replace(/\s+/g, "");
  if (text === "") throw unusable("empty", "it is empty");
  if (text.length > Math.ceil(LABEL_CAP_BYTES / 3) * 4) throw tooLarge();
  if (text.length % 4 !== 0 || !BASE64.test(text)) throw unusable("not-base64", "it is not base64");
  const pdf = Buffer.from(text, "base64");
  // Bits left over at the end would decode to the same bytes; a strict encoder leaves none.
  if (pdf.toString("base64") !== text) throw unusable("not-base64", "it is not base64");
  if (pdf.length > LABEL_CAP_BYTES) throw tooLarge();
  if (pdf.subarray(0, 5).toString("latin1") !== "%PDF-") throw unusable("not-pdf", "it is not a PDF");
  if (!pdf.subarray(-TAIL_BYTES).includes("%%EOF")) throw unusable("cut-off", "it is a PDF without its end");
  return pdf;
}

function unquote(body: string): string {
  if (!body.startsWith('"')) return body;
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "string" ? value : "";
  } catch {
    throw unusable("not-base64", "it is not base64");
  }
}

function tooLarge(): FulfilmentError {
  return unusable("too-large", `it is larger than ${LABEL_CAP_BYTES / 1024 / 1024} MB`);
}

function unusable(labelFault: LabelFault, why: string): FulfilmentError {
  return new FulfilmentError("label-unusable", {
    message: `the label cannot be used: ${why}`,
    labelFault,
  });
}
