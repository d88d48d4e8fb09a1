/**
 * Has errors come up that nothing catches, in a process of the app: `node --import test/support/crash.mjs …`.
 * - A request with the header `x-crash: throw|reject|emit|listener|twice` is never answered; its error comes up in its
 *   course, with `twice` and once more right after.
 * - The next time the warehouse is asked for products it fails so, while the file that CRASH_FILE names exists; the file is
 *   removed. What the schedule asks for in a new minute reads no products.
 */
import { EventEmitter } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { ServerResponse } from "node:http";

/** What must not reach a log. */
const error = () => Object.assign(new Error("customer@example.com"), { token: "secret-token" });

const KINDS = {
  throw() {
    throw error();
  },
  reject: () => void Promise.reject(error()),
  emit: () => void new EventEmitter().emit("error", error()),
  listener: () =>
    void new EventEmitter()
      .on("data", () => {
        throw error();
      })
      .emit("data"),
  twice() {
    setImmediate(KINDS.throw);
    KINDS.throw();
  },
};

const { end } = ServerResponse.prototype;
ServerResponse.prototype.end = function (...args) {
  const crash = KINDS[this.req.headers["x-crash"]];
  if (!crash) return end.apply(this, args);
  setImmediate(() => crash());
  return this;
};

const { fetch } = globalThis;
globalThis.fetch = (...args) => {
  const file = process.env.CRASH_FILE;
  const { pathname } = new URL(args[0].url ?? args[0]);
  if (!file || !pathname.includes("/products") || !existsSync(file)) return fetch(...args);
  rmSync(file);
  setImmediate(KINDS.throw);
  return new Promise(() => undefined);
};
