import fc from "../support/fast-check.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { readBulkLines } from "../../app/shopify/bulk.ts";
import { allowSandboxStorage } from "../../app/shopify/storage-address.ts";
import { serve, type Served } from "../../sandbox/lib/serve.ts";

/** What the storage has, as it hands it out: with or without heed to where it is asked to begin. */
let stored = { file: Buffer.alloc(0), heedsRange: true, breaksOffAt: Infinity };
let storage: Served;

beforeAll(async () => {
  storage = await serve((req, res) => {
    const from = Number(/^bytes=(\d+)-$/.exec(req.headers.range ?? "")?.[1] ?? 0);
    const { file, heedsRange, breaksOffAt } = stored;
    if (heedsRange && from > 0 && from >= file.length) return void res.writeHead(416).end();
    const body = heedsRange ? file.subarray(from) : file;
    res.writeHead(heedsRange ? 206 : 200, { "content-length": body.length });
    if (body.length <= breaksOffAt) return void res.end(body);
    res.write(body.subarray(0, breaksOffAt), () => res.destroy());
  }, 0);
  allowSandboxStorage(storage.url);
  return async () => {
    allowSandboxStorage(undefined);
    await storage.close();
  };
});

async function blocksFrom(from: number, blockBytes: number) {
  const blocks: { text: string; end: number }[] = [];
  for await (const block of readBulkLines({ url: `${storage.url}/result.jsonl`, bytes: 0 }, from, blockBytes))
    blocks.push(block);
  return blocks;
}

const node = fc.record({
  id: fc.string(),
  title: fc.string({ unit: "binary" }).filter((one) => one.isWellFormed()),
});
const lines = fc
  .array(node, { minLength: 1, maxLength: 12 })
  .map((nodes) => nodes.map((one) => JSON.stringify(one)));

describe("a bulk result", () => {
  test("comes in blocks of whole lines, nothing twice and nothing missing, wherever reading begins again", async () => {
    await fc.assert(
      fc.asyncProperty(
        lines,
        fc.integer({ min: 1, max: 200 }),
        fc.record({ heedsRange: fc.boolean(), endsWithBreak: fc.boolean() }),
        async (all, blockBytes, { heedsRange, endsWithBreak }) => {
          const text = all.map((line) => `${line}\n`).join("");
          const file = Buffer.from(endsWithBreak ? text : text.replace(/\n$/, ""));
          stored = { file, heedsRange, breaksOffAt: Infinity };
          const blocks = await blocksFrom(0, blockBytes);
          expect(blocks.map((block) => block.text).join("")).toBe(text);
          for (const { text: block } of blocks) expect(block.endsWith("\n")).toBe(true);
          expect(blocks.at(-1)?.end ?? 0).toBe(file.length);
          // Cut off after any block, it goes on behind it.
          const [begun] = blocks;
          if (!begun) return;
          const rest = await blocksFrom(begun.end, blockBytes);
          expect(begun.text + rest.map((block) => block.text).join("")).toBe(text);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("that ends early, or breaks off, is begun again where the last whole line ended", async () => {
    const some = fc.array(node, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        some,
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        fc.boolean(),
        async (nodes, share, breaks) => {
          const file = Buffer.from(nodes.map((one) => `${JSON.stringify(one)}\n`).join(""));
          const at = Math.floor(share * (file.length - 1));
          stored = breaks
            ? { file, heedsRange: true, breaksOffAt: at }
            : { file: file.subarray(0, at), heedsRange: true, breaksOffAt: Infinity };
          const seen: { text: string; end: number }[] = [];
          const reading = (async () => {
            for await (const block of readBulkLines({ url: `${storage.url}/x`, bytes: file.length }, 0, 1))
              seen.push(block);
          })();
          await expect(reading).rejects.toMatchObject({ code: "unavailable", retryable: true });
          stored = { file, heedsRange: true, breaksOffAt: Infinity };
          const rest = await blocksFrom(seen.at(-1)?.end ?? 0, 64);
          // Of a file cut off behind a whole line, the line break may be all that is left.
          const all = [...seen, ...rest]
            .map((block) => block.text)
            .join("")
            .replace(/\n\n/g, "\n");
          expect(all).toBe(file.toString());
        },
      ),
      { numRuns: 60 },
    );
  });

  test("that is empty, or one line without an end, is not taken for the result", async () => {
    stored = { file: Buffer.alloc(0), heedsRange: true, breaksOffAt: Infinity };
    await expect(blocksFrom(0, 64)).rejects.toMatchObject({ code: "unavailable" });
    stored = { file: Buffer.alloc(17 * 1024 * 1024, "x"), heedsRange: true, breaksOffAt: Infinity };
    await expect(blocksFrom(0, 64)).rejects.toMatchObject({ code: "not-understood" });
  });
});
