import js from "@eslint/js";
import globals from "globals";
import { createTypeScriptImportResolver } from "eslint-import-resolver-typescript";
import importX from "eslint-plugin-import-x";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

/** One row per forbidden direction; the message says where the code belongs instead. */
const layers = [
  [
    "./app/domain",
    [
      "./app/routes",
      "./app/jobs/handlers.ts",
      "./app/jobs/worker.server.ts",
      "./app/components",
      "./app/webhooks",
    ],
    "The domain does not know who calls it. Return an outcome; let the route or job turn it into a response.",
  ],
  [
    "./app/fulfilment",
    ["./app/domain", "./app/routes", "./app/jobs", "./app/shopify"],
    "app/fulfilment speaks the warehouse's interface and nothing else. Decisions belong in app/domain.",
  ],
  [
    "./app/shopify",
    ["./app/domain", "./app/routes", "./app/jobs", "./app/fulfilment"],
    "app/shopify speaks the Admin API and nothing else. Decisions belong in app/domain.",
  ],
  [
    "./app/routes",
    ["./app/db.server.ts", "./app/fulfilment", "./app/shopify"],
    "A route authenticates, parses and calls one use case. Queries and calls to other systems belong in app/domain.",
  ],
  [
    "./app/components",
    ["./app/db.server.ts", "./app/fulfilment", "./app/shopify", "./app/jobs", "./app/routes"],
    "A component shows what it is given. Fetching belongs in a route's loader.",
  ],
  [
    "./sandbox",
    ["./app"],
    "The sandbox is written from the interface documents, so that app and sandbox cannot share a misunderstanding. Meet over HTTP.",
  ],
  [
    "./app",
    ["./sandbox", "./test", "./scripts"],
    "The app must run without the sandbox, the tests and the scripts.",
  ],
];

export default tseslint.config(
  { ignores: ["node_modules/", "build/", ".cache/", ".demo/", "app/shopify/generated/"] },
  js.configs.recommended,
  {
    files: ["**/*.ts", "**/*.tsx"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // Remix throws Response objects on purpose: that is its way to end a request.
      "@typescript-eslint/only-throw-error": "off",
      // Objects here are made of closures, not of `this`.
      "@typescript-eslint/unbound-method": "off",
      // Handlers of events and routes are allowed to be async without awaiting.
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true },
      ],
    },
  },
  {
    files: ["**/*.{ts,tsx,js,mjs}"],
    languageOptions: { globals: { ...globals.node } },
    plugins: { "import-x": importX },
    settings: { "import-x/resolver-next": [createTypeScriptImportResolver()] },
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      // Node runs sandbox/ and scripts/ as they are, so imports name files, as they do everywhere else here.
      "import-x/extensions": ["error", "ignorePackages"],
      "import-x/no-restricted-paths": [
        "error",
        { zones: layers.map(([target, from, message]) => ({ target, from, message })) },
      ],
    },
  },
  {
    files: ["app/**/*.{ts,tsx}"],
    plugins: { "react-hooks": reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      "no-console": ["error"],
      "no-restricted-properties": [
        "error",
        {
          object: "process",
          property: "env",
          message: "Environment is read in app/env.server.ts and nowhere else.",
        },
      ],
    },
  },
  { files: ["app/env.server.ts"], rules: { "no-restricted-properties": "off" } },
  {
    files: ["sandbox/**/*.js", "sandbox/**/browser/**/*.{js,ts}"],
    languageOptions: { globals: { ...globals.browser } },
  },
);
