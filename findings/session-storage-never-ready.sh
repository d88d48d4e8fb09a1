#!/bin/sh
# @shopify/shopify-app-session-storage-prisma 11.0.0: made while the database is away, it refuses for good, and its constructor
# may end the process.
#
# What one would guess: a session storage that was made in an outage works once that is over, as Prisma's client does, and what
# goes wrong reaches whoever calls it. What happens: the constructor counts the table's rows in the background, twice, five
# seconds apart, and keeps the promise. If both fail, that promise is rejected. Where nobody has called a method by then, Node
# ends the process with an unhandled rejection that no caller could catch; where the process goes on, every later call is refused
# with that first error, "table does not exist", while the database answers. Only isReady() asks again; shopifyApp of
# @shopify/shopify-app-remix never calls it. Each failed count is printed to the console, past the logger that was given.
#
# Seen: {"unhandled":"MissingSessionTableError","later":"MissingSessionTableError","isReady":true,"then":"undefined"}
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact --legacy-peer-deps \
  @shopify/shopify-app-session-storage-prisma@11.0.0 @shopify/shopify-app-session-storage@7.0.0 \
  @shopify/shopify-api@15.0.0 @prisma/client@6.19.3
cat >check.mjs <<'JS'
import { PrismaSessionStorage } from "@shopify/shopify-app-session-storage-prisma";

let isAway = true;
const asked = async (answer) => {
  if (isAway) throw new Error("Can't reach database server");
  return answer;
};
// As a Prisma client with this table answers, during an outage and after it.
const client = { session: { count: () => asked(0), findUnique: () => asked(null) } };
const outcome = (promise) => promise.then(String, (error) => error.constructor.name);

const rejected = new Promise((resolve) => process.on("unhandledRejection", resolve));
const storage = new PrismaSessionStorage(client, { connectionRetryIntervalMs: 10 });
const unhandled = (await rejected).constructor.name;
isAway = false;
const later = await outcome(storage.loadSession("1"));
const isReady = await storage.isReady();
const then = await outcome(storage.loadSession("1"));
const seen = JSON.stringify({ unhandled, later, isReady, then });
console.log(seen);
const known = { unhandled: "MissingSessionTableError", later: "MissingSessionTableError", isReady: true, then: "undefined" };
process.exit(seen === JSON.stringify(known) ? 0 : 1);
JS
node check.mjs
