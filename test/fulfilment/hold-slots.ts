/** A process of its own that takes every slot of the account "busy" and keeps it until it is killed. */
import pg from "pg";
import { createAccountLimits } from "../../app/fulfilment/account-limits.server.ts";

const atOnce = Number(process.argv[3]);
const limits = createAccountLimits(new pg.Pool({ connectionString: process.argv[2] }), {
  atOnce,
  perSecond: 100,
});
let taken = 0;
for (let slot = 0; slot < atOnce; slot++)
  void limits.run("busy", () => {
    if (++taken === atOnce) process.send?.("holding");
    return new Promise(() => setInterval(() => undefined, 60_000));
  });
