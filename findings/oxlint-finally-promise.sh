#!/bin/sh
# oxlint 1.94.0 with oxlint-tsgolint 7.0.2007: a promise given back by a callback of `finally` is called misused.
#
# What one would guess: no-misused-promises, named and described as typescript-eslint's rule, has nothing against
# `promise.finally(() => close())`: the promise that the callback gives back is waited for, so nothing is misused. typescript-eslint
# 8.73.0 knows `finally` and says nothing. What happens: oxlint goes by the declared type, `() => void`, and refuses it, also where
# the callback is an async function. Two programs that both hold "the same rule" don't agree on a common idiom; `try` and `finally`
# as statements satisfy both. Seen when a project moved from one to the other.
#
# Seen: {"oxlint":[2],"typescript-eslint":[]}, the lines refused
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact oxlint@1.94.0 oxlint-tsgolint@7.0.2007 \
  eslint@10.15.0 typescript-eslint@8.73.0 typescript@5.9.3
cat >code.ts <<'TS'
export const use = (work: Promise<number>, close: () => Promise<void>): Promise<number> =>
  work.finally(() => close());
TS
cat >tsconfig.json <<'JSON'
{ "compilerOptions": { "strict": true, "target": "ES2024", "noEmit": true, "types": [] }, "files": ["code.ts"] }
JSON
cat >.oxlintrc.json <<'JSON'
{
  "options": { "typeAware": true },
  "plugins": ["typescript"],
  "categories": { "correctness": "off" },
  "rules": { "typescript/no-misused-promises": "error" }
}
JSON
cat >eslint.config.mjs <<'JS'
import tseslint from "typescript-eslint";
export default [
  {
    files: ["**/*.ts"],
    plugins: { "@typescript-eslint": tseslint.plugin },
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: { "@typescript-eslint/no-misused-promises": "error" },
  },
];
JS
npx oxlint --format=json code.ts >oxlint.json || true
npx eslint --format=json code.ts >eslint.json || true
node -e '
const { diagnostics } = require("./oxlint.json");
const [{ messages }] = require("./eslint.json");
const seen = JSON.stringify({
  oxlint: diagnostics.map(({ labels }) => labels[0].span.line),
  "typescript-eslint": messages.map(({ line }) => line),
});
console.log(seen);
process.exit(seen === "{\"oxlint\":[2],\"typescript-eslint\":[]}" ? 0 : 1);
'
