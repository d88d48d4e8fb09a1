/** `node --import`: writes the address of every module that is loaded into the file named in MODULES_LOG. */
import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";

registerHooks({
  load(url, context, next) {
    appendFileSync(process.env.MODULES_LOG, `${url}\n`);
    return next(url, context);
  },
});
