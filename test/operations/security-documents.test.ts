import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

/** The anchors that GitHub gives a document's headings. */
const anchorsOf = (file: string) =>
  [...readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );

test.each(["SECURITY.md", "docs/security.md"])(
  "%s names files, headings and tests that exist",
  (document) => {
    const text = readFileSync(document, "utf8");
    const links = [...text.matchAll(/\]\((?!https:)([^)#]*)(?:#([^)]+))?\)/g)].map(
      ([, path = "", anchor]) => ({
        file: path === "" ? document : join(dirname(document), path),
        anchor,
      }),
    );
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter(({ file }) => !existsSync(file))).toEqual([]);
    const dead = links.filter(({ file, anchor }) => anchor && !anchorsOf(file).includes(anchor));
    expect(dead).toEqual([]);
    const files = [...text.matchAll(/`((?:test|app|scripts|docs)\/[^`\s]*\.\w+)`/g)].map(
      ([, file = ""]) => file,
    );
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  },
);
