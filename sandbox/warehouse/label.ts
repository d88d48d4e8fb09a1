import { createRequire } from "node:module";
import { buffer } from "node:stream/consumers";
import { toBuffer } from "bwip-js/node";
import PDFDocument from "pdfkit";
import { ApiError } from "./api-error.ts";
import type { Inbound } from "./state.ts";

/*
 * The label a customer puts on a parcel of returned goods: who sends it, where it goes, and the inbound's ref for the
 * scanner at the ramp. The same inbound gives the same bytes.
 */

/** Where returns go. The interface does not show the warehouse's address. */
const RECIPIENT = ["Sandbox Warehouse", "Returns, Dock 7", "Quay Road 1", "20457 Hamburg", "DE"];

/** Latin, Greek and Cyrillic, in one file each; the fonts built into PDF readers know Western European letters only. */
const fonts = createRequire(import.meta.url)
  .resolve("pdfjs-dist/package.json")
  .replace("package.json", "standard_fonts/");
const REGULAR = `${fonts}LiberationSans-Regular.ttf`;
const BOLD = `${fonts}LiberationSans-Bold.ttf`;

/** A6 upright in points, a 72nd of an inch, as everything here. */
const PAGE = { width: 297.64, height: 419.53 };
const MARGIN = 18;
const WIDTH = PAGE.width - 2 * MARGIN;
const BAND_HEIGHT = 34;
const CODE_SIZE = 122;

/** Bytes of a ref whose code a phone still reads at this size. */
const LONGEST_REF = 300;

export async function printLabel(inbound: Inbound): Promise<Buffer> {
  if (inbound.type !== "return")
    throw new ApiError("no-label", {
      message: `Inbound ${inbound.ref} is a purchase. Only returns have a label.`,
    });
  if (Buffer.byteLength(inbound.ref) > LONGEST_REF)
    throw new ApiError("no-label", {
      message: `The ref of this inbound is too long for a code that can be scanned (${LONGEST_REF} bytes).`,
    });
  const doc = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: MARGIN,
    info: {
      Title: `Return label ${inbound.ref}`,
      Creator: "Sandbox warehouse",
      Producer: "Sandbox warehouse",
      CreationDate: new Date(inbound.expectedReceiveDate),
    },
  });
  drawBand(doc);
  drawAddress(doc, { heading: "From", lines: senderOf(inbound), top: 44, sizes: [11, 9.5, 8], height: 114 });
  drawRule(doc, 172);
  drawAddress(doc, { heading: "To", lines: RECIPIENT, top: 180, sizes: [13], height: 80 });
  drawRule(doc, 274);
  doc.image(await codeOf(inbound.ref), MARGIN, PAGE.height - MARGIN - CODE_SIZE, { width: CODE_SIZE });
  drawReferences(doc, inbound);
  doc.end();
  return buffer(doc);
}

/** A QR code, which holds any ref; 8 pixels to a module are more than a printer can show. */
function codeOf(ref: string): Promise<Buffer> {
  return toBuffer({ bcid: "qrcode", text: ref, scale: 8 });
}

function senderOf(inbound: Inbound): string[] {
  return [
    inbound.senderName,
    inbound.senderAddressLine1,
    inbound.senderAddressLine2,
    `${inbound.senderPostCode} ${inbound.senderCity}`,
    inbound.senderCountryCode,
  ].filter((line) => line.trim() !== "");
}

type Doc = InstanceType<typeof PDFDocument>;

function drawBand(doc: Doc): void {
  doc.rect(0, 0, PAGE.width, BAND_HEIGHT).fill("black");
  doc.fillColor("white").font(BOLD).fontSize(18).text("RETURN", MARGIN, 9);
  doc.font(REGULAR).fontSize(8);
  doc.text("Sandbox label, no postage", MARGIN, 14, { width: WIDTH, align: "right" });
  doc.fillColor("black");
}

/** In the largest of `sizes` that fits into `height`; what the smallest has no room for ends in three dots. */
function drawAddress(
  doc: Doc,
  address: { heading: string; lines: string[]; top: number; sizes: number[]; height: number },
): void {
  const { heading, lines, sizes, height } = address;
  const top = address.top + 11;
  doc.font(REGULAR).fontSize(7).text(heading, MARGIN, address.top);
  const [first = "", ...rest] = lines;
  const fits = (size: number) =>
    doc.fontSize(size).heightOfString(lines.join("\n"), { width: WIDTH }) <= height;
  doc.font(BOLD).fontSize(sizes.find(fits) ?? Math.min(...sizes));
  doc.text(first, MARGIN, top, { width: WIDTH, height, ellipsis: true });
  doc.font(REGULAR).text(rest.join("\n"), { width: WIDTH, height: top + height - doc.y, ellipsis: true });
}

function drawRule(doc: Doc, top: number): void {
  doc
    .moveTo(MARGIN, top)
    .lineTo(PAGE.width - MARGIN, top)
    .lineWidth(0.75)
    .stroke();
}

function drawReferences(doc: Doc, { ref, supplierRef, expectedReceiveDate }: Inbound): void {
  const left = MARGIN + CODE_SIZE + 14;
  const width = PAGE.width - MARGIN - left;
  let top = PAGE.height - MARGIN - CODE_SIZE;
  const entry = (name: string, { value, size, height }: { value: string; size: number; height: number }) => {
    doc.font(REGULAR).fontSize(7).text(name, left, top, { width });
    doc
      .font(BOLD)
      .fontSize(size)
      .text(value, left, top + 9, { width, height, ellipsis: true });
    top += height + 13;
  };
  entry("Inbound", { value: ref, size: 12, height: 42 });
  if (supplierRef) entry("Supplier reference", { value: supplierRef, size: 8, height: 28 });
  entry("Expected", { value: expectedReceiveDate, size: 9, height: 11 });
}
