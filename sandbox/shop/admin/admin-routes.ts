import express, { type Request, type Router } from "express";
import type { AdminAnswer, AdminRequest } from "./engine.ts";
import type { AdminContext } from "./field.ts";
import { API_VERSION } from "./schema.ts";

/** Shopify's whole answer to a token that is unknown, expired or revoked. */
const UNAUTHORIZED = {
  errors: "[API] Invalid API key or access token (unrecognized login or wrong password)",
};

/** A document with 250 entries of input stays far below this. */
export const LARGEST_BODY = "5mb";

/** `POST /admin/api/<version>/graphql.json`. */
export function adminRoutes(options: {
  answer: (ctx: AdminContext, request: AdminRequest) => AdminAnswer;
  /** The shop the request is for, once its token is accepted; undefined when it is not. */
  authorize: (req: Request) => AdminContext | undefined;
  changed: () => void;
}): Router {
  const router = express.Router();
  router.post(
    "/api/:version/graphql.json",
    (req, res, next) => {
      const ctx = options.authorize(req);
      if (!ctx) return void res.status(401).json(UNAUTHORIZED);
      res.locals.ctx = ctx;
      next();
    },
    (req, res) => {
      const request = req.body as AdminRequest;
      if (typeof request?.query !== "string")
        return void res.status(400).json({ errors: { query: "Required parameter missing or invalid" } });
      // Every version asked for falls forward to the one there is.
      res.set("x-shopify-api-version", API_VERSION);
      const { body, settle } = options.answer(res.locals.ctx as AdminContext, request);
      options.changed();
      // The request is in progress until its answer has gone out, or can no longer: faults may keep it back.
      res.once("finish", settle);
      res.once("close", settle);
      res.json(body);
    },
  );
  return router;
}
