import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where the results of bulk operations lie: files in a temporary folder, gone with the sandbox. */
export interface ResultStore {
  create(): Promise<ResultFile>;
  /** Where the file lies on this machine; undefined when no result of this run has that name. */
  path(name: string): string | undefined;
  /** The address it is fetched from until then. Whoever has it may fetch: there is no other key. */
  url(name: string, until: Date): string;
  clear(): void;
}

export interface ResultFile {
  name: string;
  bytes: number;
  write(text: string): Promise<void>;
  close(): Promise<void>;
}

export const RESULTS_PATH = "/bulk-operation-outputs";

/** `origin` is asked late, because the port is only known once the server listens. */
export function createResultStore({ origin }: { origin: () => string }): ResultStore {
  let folder: string | undefined;
  const names = new Set<string>();
  return {
    async create() {
      folder ??= mkdtempSync(join(tmpdir(), "shop-sandbox-bulk-"));
      const name = `${randomBytes(24).toString("hex")}-final`;
      const handle = await open(join(folder, name), "w");
      names.add(name);
      const file: ResultFile = {
        name,
        bytes: 0,
        async write(text) {
          const chunk = Buffer.from(text);
          await handle.writeFile(chunk);
          file.bytes += chunk.length;
        },
        close: () => handle.close(),
      };
      return file;
    },
    path: (name) => (folder && names.has(name) ? join(folder, name) : undefined),
    url: (name, until) =>
      `${origin()}${RESULTS_PATH}/${name}?${String(
        new URLSearchParams({
          Expires: String(Math.floor(until.getTime() / 1000)),
          "response-content-disposition": 'attachment; filename="bulk.jsonl"',
          "response-content-type": "application/jsonl",
        }),
      )}`,
    clear() {
      if (folder) rmSync(folder, { recursive: true, force: true });
      folder = undefined;
      names.clear();
    },
  };
}
