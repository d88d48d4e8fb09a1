/**
 * Keeps a Node process from speaking to other machines: `node --import scripts/loopback-guard.mjs …`. What was tried
 * is refused and written to the file named by LOOPBACK_GUARD_LOG. LOOPBACK_GUARD_ALLOW may name further hosts.
 */
import { appendFileSync } from "node:fs";
import { Socket } from "node:net";

const allowed = new Set([
  "localhost",
  ...(process.env.LOOPBACK_GUARD_ALLOW ?? "").split(",").filter(Boolean),
]);
const connect = Socket.prototype.connect;

Socket.prototype.connect = function (...args) {
  // Called with normalised arguments (an array), with options, or with port and host.
  const first = Array.isArray(args[0]) ? args[0][0] : args[0];
  const { host, path } = typeof first === "object" && first !== null ? first : { host: args[1] };
  if (typeof path === "string" || isAllowed(host)) return connect.apply(this, args);
  if (process.env.LOOPBACK_GUARD_LOG)
    appendFileSync(process.env.LOOPBACK_GUARD_LOG, `${process.argv[1]}: ${host}\n`);
  process.nextTick(() =>
    this.destroy(new Error(`Refused to connect to ${host}: only this machine may be reached here.`)),
  );
  return this;
};

function isAllowed(host) {
  if (typeof host !== "string" || host === "") return true; // Nothing said means this machine.
  return allowed.has(host) || /^127\./.test(host) || host === "::1" || host === "[::1]";
}
