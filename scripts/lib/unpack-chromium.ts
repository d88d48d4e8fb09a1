/**
 * Unpacks the Chromium that comes in an npm package into the temporary folder. A program of its own: the package knows no other
 * place, and `TMPDIR` must not change for whatever else runs in a process.
 */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const { inflate } = (await import("@sparticuz/chromium")) as unknown as {
  inflate: (file: string) => Promise<string>;
};
const packageDir = dirname(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")));
for (const part of ["chromium.br", "fonts.tar.br", "al2023.tar.br"])
  await inflate(join(packageDir, "bin", part));
