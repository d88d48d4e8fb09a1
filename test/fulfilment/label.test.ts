import fc from "../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import { decodeLabel, LABEL_CAP_BYTES } from "../../app/fulfilment/label.ts";
import { answering } from "./bench.ts";

const pdf = Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n%%EOF\n");
const base64 = pdf.toString("base64");

describe("a label is read", () => {
  test.each([
    ["as raw base64", base64],
    ["as a JSON string", JSON.stringify(base64)],
    ["with line breaks within", base64.replace(/(.{20})/g, "$1\r\n")],
    ["with blanks around", `\n ${base64}\n`],
    ["as a data address", `data:application/pdf;base64,${base64}`],
    [
      "as a data address in a JSON string",
      JSON.stringify(`data:application/pdf;name=x.pdf;base64,${base64}`),
    ],
  ])("%s", (_how, body) => {
    expect(decodeLabel(body)).toEqual(pdf);
  });
});

describe("a label is refused that is", () => {
  const png = Buffer.from("89504e470d0a1a0a", "hex").toString("base64");
  test.each([
    ["empty", ""],
    ["an empty JSON string", '""'],
    ["null", "null"],
    ["a JSON object", '{"label":"JVBERi0="}'],
    ["a broken JSON string", '"JVBERi0'],
    ["an HTML page", "<html>Sorry</html>"],
    ["base64 of something else", png],
    ["a PDF that is not encoded", pdf.toString("latin1")],
    ["base64 in the other alphabet", Buffer.from([0xfb, 0xff]).toString("base64url")],
    ["base64 without its padding", Buffer.from("%PDF-1.7\n%%EOF").toString("base64").replace(/=+$/, "")],
    ["base64 with bits left over", Buffer.from("%PDF-%%EOF!").toString("base64").replace("E=", "F=")],
    ["a PDF cut off in the middle", Buffer.from("%PDF-1.7\n1 0 obj\n<<").toString("base64")],
  ])("%s", (_what, body) => {
    expect(() => decodeLabel(body)).toThrow(expect.objectContaining({ code: "label-unusable" }) as Error);
  });

  test("larger than the cap", () => {
    const large = Buffer.concat([pdf, Buffer.alloc(LABEL_CAP_BYTES), Buffer.from("%%EOF")]).toString(
      "base64",
    );
    expect(() => decodeLabel(large)).toThrow("larger than 5 MB");
    const largest = Buffer.concat([
      pdf,
      Buffer.alloc(LABEL_CAP_BYTES - pdf.length - 5),
      Buffer.from("%%EOF"),
    ]);
    expect(decodeLabel(largest.toString("base64"))).toHaveLength(LABEL_CAP_BYTES);
  });
});

test("nothing at all makes decoding crash: it is a PDF, or an error of ours", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String(), fc.json()), (body) => {
      try {
        expect(decodeLabel(body).subarray(0, 5).toString()).toBe("%PDF-");
      } catch (error) {
        expect(error).toMatchObject({ code: "label-unusable" });
      }
    }),
  );
});

test("a label that cannot be used says for which inbound, and is not asked for again at once", async () => {
  const { client, asked } = await answering({ body: "not a label" });
  const failure = client.inbounds.label("RET-1");
  await expect(failure).rejects.toMatchObject({ code: "label-unusable", retryable: false, status: 200 });
  await expect(failure).rejects.toThrow("RET-1/label");
  expect(asked()).toBe(1);
});
