#!/bin/sh
# Node 20.20.2: a time-out that is combined with another signal by AbortSignal.any may never fire.
#
# What one would guess: `fetch(url, { signal: AbortSignal.any([stop.signal, AbortSignal.timeout(300)]) })` ends after 300 ms, as it does
# with the time-out alone. What happens: once memory has been collected, the call goes on waiting, until fetch's own limit of
# some minutes or for ever. A combined signal refers to its sources weakly, and nothing else refers to the time-out. With a
# listener of its own (`timeOut.addEventListener("abort", () => undefined)`) it is kept, and so it is with Node 22.23.3, without one.
# It shows in no short test: a call has to be under way during a collection. This is the last version of the Node 20 line, so a
# program that allows Node 20 has to keep its time-outs itself.
#
# Seen: {"20.20.2":{"alone":10,"combined":0,"combined, with a listener":10},"22.23.3":{"alone":10,"combined":10,"combined, with a listener":10}},
# of 10 calls those that were ended
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >calls.mjs <<'JS'
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

const server = createServer(() => undefined).listen(0, "127.0.0.1");
await once(server, "listening");
const url = `http://127.0.0.1:${server.address().port}/`;
const stop = new AbortController();
const [CALLS, TIME_OUT_MS, LOOKS] = [10, 300, 15];
const signals = {
  alone: () => AbortSignal.timeout(TIME_OUT_MS),
  combined: () => AbortSignal.any([stop.signal, AbortSignal.timeout(TIME_OUT_MS)]),
  "combined, with a listener"() {
    const timeOut = AbortSignal.timeout(TIME_OUT_MS);
    timeOut.addEventListener("abort", () => undefined);
    return AbortSignal.any([stop.signal, timeOut]);
  },
};
const ended = {};
for (const [name, signal] of Object.entries(signals)) {
  ended[name] = 0;
  for (let call = 0; call < CALLS; call++) fetch(url, { signal: signal() }).catch(() => ended[name]++);
  for (let look = 0; look < LOOKS; look++) {
    await sleep(100);
    globalThis.gc();
  }
}
console.log(`"${process.versions.node}":${JSON.stringify(ended)}`);
process.exit();
JS
seen=""
for version in 20.20.2 22.23.3; do
  mkdir "node-$version"
  (cd "node-$version" && npm init -y >/dev/null && npm install --silent --no-audit --no-fund "node@$version")
  seen="$seen${seen:+,}$("node-$version/node_modules/node/bin/node" --expose-gc calls.mjs)"
done
echo "{$seen}"
test "{$seen}" = '{"20.20.2":{"alone":10,"combined":0,"combined, with a listener":10},"22.23.3":{"alone":10,"combined":10,"combined, with a listener":10}}'
