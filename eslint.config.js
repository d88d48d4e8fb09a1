import { createTypeScriptImportResolver } from "eslint-import-resolver-typescript";
import importX from "eslint-plugin-import-x";
import parser from "@typescript-eslint/parser";

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

const WAIT_INSTEAD =
  "Wait for what has to be so: expect.poll in a test, until (sandbox/demo/observe.ts) elsewhere. Both wait up to a minute and say what they last saw.";
const LOOK_INSTEAD =
  "A test must not know how fast the machine is. Inject a clock (test/support/held-time.ts), or count; speed belongs to npm run bench.";
const CLOCK = "CallExpression[callee.object.name=/^(Date|performance)$/][callee.property.name='now']";
const SLEEP = `No sleep: on a slow machine it is too short, on every other too long. ${WAIT_INSTEAD}`;
const OWN_LIMIT = `No wait has a limit of its own: its time is up before it can say what did not happen. ${WAIT_INSTEAD}`;

/** What no test does, each with its reason: no test knows how fast the machine is. */
const timeless = [
  // A sleep.
  [
    "ImportDeclaration[source.value=/^(node:)?timers\\u002Fpromises$/] > ImportSpecifier[imported.name='setTimeout']",
    SLEEP,
  ],
  ["CallExpression[callee.name='setTimeout']", SLEEP],
  ["CallExpression[callee.property.name='waitForTimeout']", SLEEP],
  // A comparison with the wall clock. A date made for input, as `new Date(Date.now() - DAY_MS)`, is none.
  [`:not(NewExpression) > BinaryExpression[operator='-'] > ${CLOCK}`, LOOK_INSTEAD],
  [`BinaryExpression[operator=/^[<>]=?$/] ${CLOCK}`, LOOK_INSTEAD],
  [`CallExpression[callee.property.name=/^toBeGreaterThan/] > .arguments ${CLOCK}`, LOOK_INSTEAD],
  [`CallExpression[callee.property.name=/^toBeGreaterThan/] > ${CLOCK}.arguments`, LOOK_INSTEAD],
  ["CallExpression[callee.object.name='performance'][callee.property.name='now']", LOOK_INSTEAD],
  // A wait with a limit of its own.
  ["CallExpression[callee.object.name='vi'][callee.property.name=/^wait(For|Until)$/]", OWN_LIMIT],
  ["CallExpression[callee.object.name='expect'][callee.property.name='poll'][arguments.length>1]", OWN_LIMIT],
  ["CallExpression[callee.property.name=/^waitFor/] Property[key.name='timeout']", OWN_LIMIT],
  [
    "ImportDeclaration[source.value=/^@testing-library/] > ImportSpecifier[imported.name=/^waitFor/]",
    OWN_LIMIT,
  ],
  [
    "CallExpression[callee.object.name='vi'][callee.property.name='setConfig'] Property[key.name=/^(test|hook)Timeout$/]",
    "The runner's limit is one for all, far above that of a wait (test/support/limits.ts), so that the wait says what did not happen.",
  ],
  [
    "MemberExpression[property.name='clock']:matches([object.name='page'], [object.property.name='page'])",
    "Playwright's clock is that of all pages in a profile, also of later tests. Open the window with ownClock, and let time go by with passTime (test/support/panel.ts).",
  ],
  [
    "CallExpression[callee.property.name=/^unroute/]",
    "A request that a page makes while its last route is removed may never be sent. Let all pass instead (test/support/late-answers.ts).",
  ],
  ["Property[key.name='retry']", "No retries: they hide that a test is red by chance. Find out why it is."],
].map(([selector, message]) => ({ selector, message }));

/** Where real time is the subject; each with its reason. `docs/testing.md` lists them. */
const REAL_TIME = [
  // Compares this machine's clock with PostgreSQL's.
  "test/app/shared-clock.test.ts",
  // A field's pause in the browser is over when a later timer of its document has run, however slow the machine.
  "test/panel/late-searches.test.ts",
  // Makes the app's real waits and time-outs shorter, for tests of every answer to every call (test/reliability).
  "test/reliability/short-waits.ts",
];

/** The rules that oxlint doesn't have; all others are in `.oxlintrc.json`. Nothing here needs types. */
export default [
  { ignores: ["node_modules/", "build/", ".cache/", ".demo/", "app/shopify/generated/"] },
  {
    files: ["**/*.{ts,tsx}"],
    languageOptions: { parser },
  },
  {
    files: ["{app,sandbox}/**/*.{ts,tsx,js,mjs}"],
    plugins: { "import-x": importX },
    settings: { "import-x/resolver-next": [createTypeScriptImportResolver()] },
    rules: {
      "import-x/no-restricted-paths": [
        "error",
        { zones: layers.map(([target, from, message]) => ({ target, from, message })) },
      ],
    },
  },
  {
    files: ["test/**/*.{ts,mjs}", "extensions/**/*.test.ts"],
    ignores: REAL_TIME,
    rules: { "no-restricted-syntax": ["error", ...timeless] },
  },
];
