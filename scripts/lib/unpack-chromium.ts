/**
 * Unpacks the Chromium that comes in an npm package into the temporary folder. The package unpacks nowhere
 * else, and `TMPDIR` must not change for other work in the same process, so this is a program of its own.
 */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const { inflate } = (await import("@sparticuz/chromium")) as unknown as {
  inflate: (file: string) => Promise<string>;
};
const packageDir = dirname(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")));
for (const part of ["chromium.br", "fonts.tar.br", "al2023.tar.br"])
  await inflate(join(packageDir, "bin", part));
