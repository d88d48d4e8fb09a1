import type { RequestHandler } from "express";
import { readBody } from "../http/read-body.ts";

/** Puts the bytes of a request, as they came, into its `body`: signatures are over them. */
export const rawBody: RequestHandler = (req, _res, next) => {
  readBody(req).then((body) => {
    req.body = body;
    next();
  }, next);
};
