import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTestShop, type TestShop } from "./shop-harness.ts";

interface Target {
  url: string;
  resourceUrl: string;
  parameters: { name: string; value: string }[];
}

const STAGE = `mutation Stage($input: [StagedUploadInput!]!) {
  stagedUploadsCreate(input: $input) { stagedTargets { url resourceUrl parameters { name value } } userErrors { field message } } }`;

const PDF = "%PDF-1.7 label";

describe("staged uploads of return labels", () => {
  let shop: TestShop;

  beforeEach(async () => {
    shop = await startTestShop();
  });
  afterEach(() => shop.close());

  async function stage(more: object = { httpMethod: "POST" }): Promise<Target> {
    const input = [
      { resource: "RETURN_LABEL", filename: "label 1.pdf", mimeType: "application/pdf", ...more },
    ];
    const { data } = await shop.graphql(STAGE, { input });
    return (data!.stagedUploadsCreate as { stagedTargets: Target[] }).stagedTargets[0]!;
  }

  const file = (content: BlobPart = PDF) => new Blob([content], { type: "application/pdf" });

  async function post({ url }: Target, fields: [string, string | Blob][], headers = {}) {
    const form = new FormData();
    for (const [name, value] of fields) {
      if (typeof value === "string") form.append(name, value);
      else form.append(name, value, "label.pdf");
    }
    const response = await fetch(url, { method: "POST", body: form, headers });
    return { status: response.status, text: await response.text() };
  }

  const inOrder = ({ parameters }: Target): [string, string][] =>
    parameters.map(({ name, value }) => [name, value]);

  it("a form with all parameters in order and the file last is stored and served", async () => {
    const target = await stage();

    const { status } = await post(target, [...inOrder(target), ["file", file()]]);

    expect(status).toBe(201);
    expect(target.parameters.map(({ name }) => name)).toEqual([
      "Content-Type",
      "success_action_status",
      "acl",
      "key",
      "x-goog-date",
      "x-goog-credential",
      "x-goog-algorithm",
      "x-goog-signature",
      "policy",
    ]);
    expect(target.resourceUrl).toMatch(/\/tmp\/\d+\/return_labels\/[0-9a-f-]{36}\/[0-9a-f]{32}\.pdf$/);
    const stored = await fetch(target.resourceUrl);
    expect(stored.headers.get("content-type")).toBe("application/pdf");
    expect(await stored.text()).toBe(PDF);
  });

  it("nothing is served before the upload", async () => {
    expect((await fetch((await stage()).resourceUrl)).status).toBe(404);
  });

  it.each<[string, (fields: [string, string][]) => [string, string | Blob][], string]>([
    [
      "the file before a parameter",
      (fields) => [...fields.slice(0, -1), ["file", new Blob([PDF])], fields.at(-1)!],
      "last field",
    ],
    [
      "parameters out of order",
      (fields) => [fields[1]!, fields[0]!, ...fields.slice(2), ["file", new Blob([PDF])]],
      "must be `Content-Type`",
    ],
    [
      "a parameter left out",
      (fields) => [...fields.slice(0, -1), ["file", new Blob([PDF])]],
      "must be `policy`",
    ],
    [
      "another content type",
      (fields) => [["Content-Type", "text/plain"], ...fields.slice(1), ["file", new Blob([PDF])]],
      "`Content-Type`",
    ],
    [
      "a parameter too many",
      (fields) => [...fields, ["x", "y"], ["file", new Blob([PDF])]],
      "knows nothing of `x`",
    ],
    ["another name for the file", (fields) => [...fields, ["upload", new Blob([PDF])]], "named `file`"],
    ["an empty file", (fields) => [...fields, ["file", new Blob([])]], "EntityTooSmall"],
    [
      "more than 20 MiB",
      (fields) => [...fields, ["file", new Blob([new Uint8Array(20_971_521)])]],
      "EntityTooLarge",
    ],
  ])("%s is refused", async (_what, change, message) => {
    const target = await stage();

    const { status, text } = await post(target, change(inOrder(target)));

    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).toContain(message);
    expect((await fetch(target.resourceUrl)).status).toBe(404);
  });

  it("the access token must not be sent along", async () => {
    const target = await stage();

    const { status } = await post(target, [...inOrder(target), ["file", file()]], {
      "x-shopify-access-token": "shpat_x",
    });

    expect(status).toBe(400);
  });

  it("a form is good for a day", async () => {
    const target = await stage();
    shop.clock.now = new Date(shop.clock.now.getTime() + 24 * 60 * 60 * 1000 + 1);

    expect((await post(target, [...inOrder(target), ["file", file()]])).text).toContain("ExpiredToken");
  });

  it("without a word about the method a signed address is given, for the bytes as they are", async () => {
    const target = await stage({});

    const response = await fetch(target.url, { method: "PUT", body: PDF });

    expect(response.status).toBe(200);
    expect(target.parameters).toEqual([
      { name: "content_type", value: "application/pdf" },
      { name: "acl", value: "private" },
    ]);
    expect(await (await fetch(target.resourceUrl)).text()).toBe(PDF);
    expect((await fetch(target.resourceUrl, { method: "PUT", body: PDF })).status).toBe(403);
  });

  it("a format that no label has is a user error", async () => {
    const input = [{ resource: "RETURN_LABEL", filename: "x.exe", mimeType: "application/x-msdownload" }];

    const { data } = await shop.graphql(STAGE, { input });

    expect(data).toEqual({
      stagedUploadsCreate: {
        stagedTargets: [],
        userErrors: [
          {
            field: ["input", "0", "mimeType"],
            message: "x.exe: (application/x-msdownload) is not a recognized format",
          },
        ],
      },
    });
  });
});
