import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { formatDocument } from "../../support/format-document.ts";
import { describeComparison } from "./describe-comparison.ts";
import { DOCUMENT, NOT_OF_CLIENT } from "./document.ts";
import { POINTS } from "./points.ts";
import { readClient } from "./read-client.ts";
import { readOpenApi } from "./read-openapi.ts";
import { readSandbox } from "./read-sandbox.ts";

const NOTES = "docs/fulfilment-interface-notes.md";
const OPENAPI = "docs/openapi/fulfilment.yaml";
const MARKS = /(<!-- comparison -->)[^]*?(<!-- end -->)/;

describe("the service's interface is the same", () => {
  test("in the app's client", async () => {
    const compared = Object.entries(DOCUMENT).filter(([name]) => !NOT_OF_CLIENT.includes(name));
    expect(await readClient()).toEqual(Object.fromEntries(compared));
  });

  test("in the sandbox warehouse", async () => {
    expect(await readSandbox()).toEqual(DOCUMENT);
  });

  test("in the OpenAPI document", () => {
    expect(readOpenApi()).toEqual(DOCUMENT);
  });

  test("in the notes; `npx vitest run test/contract/comparison --update` writes it there", async () => {
    const text = readFileSync(NOTES, "utf8");
    expect(text).toMatch(MARKS);
    const renewed = text.replace(MARKS, (_, begin, end) => `${begin}\n\n${describeComparison()}\n\n${end}`);
    await expect(await formatDocument(renewed)).toMatchFileSnapshot(`../../../${NOTES}`);
  });
});

test("each of the document's 87 points is judged", () => {
  expect(POINTS).toHaveLength(87);
});

describe("a line that is other in the OpenAPI document is noticed:", () => {
  const document = readFileSync(OPENAPI, "utf8");
  test.each([
    ["a limit", "maxLength: 35", "maxLength: 36"],
    ["a limit of a parameter", "maximum: 2800", "maximum: 2880"],
    ["a parameter", "components/parameters/filter", "components/parameters/skip"],
    ["a path", "/fulfilment/v4/subscriptions:", "/fulfilment/v3/subscriptions:"],
    [
      "an operation",
      "\n      delete:\n        operationId: deleteLine",
      "\n      x-delete:\n        operationId: deleteLine",
    ],
    ["a field of a request", "senderPostCode: { $ref", "senderPostcode: { $ref"],
    ["a field of an answer", "quantityReceived: { type: integer", "received: { type: integer"],
    ["a required field", "required: [ref, sku, quantity]", "required: [ref, sku]"],
    [
      "a kind of field",
      "{ type: integer, minimum: 0, description: Pieces",
      "{ type: number, minimum: 0, description: Pieces",
    ],
    ["a status", "fully_received, cancelled]", "fully_received, canceled]"],
    ["an event", "        - label-status\n", ""],
    ["a header", "name: x-hook-signature", "name: x-signature"],
    ["the number of attempts", "up to 185 times", "up to 180 times"],
  ])("%s", (_what, line, other) => {
    expect(document).toContain(line);
    expect(readOpenApi(document.replaceAll(line, other))).not.toEqual(DOCUMENT);
  });
});
