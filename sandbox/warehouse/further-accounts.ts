import express, { Router, type Request, type RequestHandler } from "express";
import type { Account } from "./account.ts";
import { ApiError } from "./api-error.ts";
import { readBody } from "./bodies.ts";
import { newAccount } from "./control-bodies.ts";
import { bearerToken } from "./bearer-token.ts";

export interface FurtherAccounts {
  /** `POST /`, `DELETE /:account`. */
  control: Router;
  /** The control API of the account that the path's first part names. */
  floors: RequestHandler;
  /** Whose token the request has, when it is one of these accounts'. */
  whose(req: Request): Account | undefined;
  /** Ends all of them. */
  stop(): void;
}

/** Accounts beside the first, opened and closed while the warehouse runs. They are not saved. */
export function createFurtherAccounts(options: {
  /** The first account's. */
  taken: readonly string[];
  open(client: { token: string; webhookKey: string }): Account;
}): FurtherAccounts {
  const accounts = new Map<string, Account>();
  const byToken = new Map<string, Account>();
  const find = (name: string): Account => {
    const account = accounts.get(name);
    if (account) return account;
    throw new ApiError("account-not-found", { message: `There is no account ${name}.` });
  };

  /** Tokens that were added to an account later are in no map. */
  const whoseToken = (token = "") =>
    byToken.get(token) ?? [...accounts.values()].find(({ tokens }) => tokens.has(token));

  const control = Router({ caseSensitive: true });
  control.use(express.json());
  control.post("/", (req, res) => {
    const { name, ...client } = readBody(req, newAccount);
    if (accounts.has(name))
      throw new ApiError("duplicate-account", { message: `There is an account ${name}.`, field: "name" });
    if (options.taken.includes(client.token) || whoseToken(client.token))
      throw new ApiError("duplicate-account", {
        message: "Another account has this token.",
        field: "token",
      });
    const account = options.open(client);
    accounts.set(name, account);
    byToken.set(client.token, account);
    res.status(201).json({ name });
  });
  control.delete("/:account", (req, res) => {
    const account = find(req.params.account);
    account.stop();
    accounts.delete(req.params.account);
    for (const [token, one] of byToken) if (one === account) byToken.delete(token);
    res.status(204).end();
  });

  const floors = Router({ caseSensitive: true });
  floors.use<{ account: string }>("/:account/_sandbox", (req, res, next) =>
    find(req.params.account).control(req as Request, res, next),
  );
  return {
    control,
    floors,
    whose: (req) => whoseToken(bearerToken(req)),
    stop() {
      for (const account of accounts.values()) account.stop();
    },
  };
}
