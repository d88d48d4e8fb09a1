import type { IncomingMessage, ServerResponse } from "node:http";
import type { Env } from "../env.server.ts";
import { addressFault, doorOf, type Door } from "./doors.ts";
import { answerJson, pathOf, type Handler } from "./handler.ts";
import { createNetworkLimits } from "./network-limits.server.ts";

/**
 * Refuses, before anything is read or asked, one request too many from one network address, and what no door takes: an address
 * that cannot be read, another method, a body that is too large or of another type, another site's form.
 */
export function enterDoor(env: Env): Handler {
  const network = createNetworkLimits(env);
  const appOrigin = new URL(env.SHOPIFY_APP_URL).origin;
  return (req, res, next) => {
    const door = doorOf(req);
    const goOn = () => {
      const fault = addressFault(req);
      if (fault)
        return answerJson(res, fault === "too-long" ? 414 : 400, {
          error: "bad-address",
          message: "The address can't be read.",
        });
      const refused = refusalOf(req, door, appOrigin);
      return refused ? refuse(res, door, refused) : next();
    };
    if (!door.rate) return goOn();
    network
      .enter(req, door.rate)
      .then((entered) => {
        if ("retryAfterMs" in entered) return refuseTooMany(res, entered.retryAfterMs);
        onClosed(res, () => entered.done());
        goOn();
      })
      .catch(next);
  };
}

type Refusal = 403 | 405 | 413 | 415;

function refusalOf(req: IncomingMessage, door: Door, appOrigin: string): Refusal | undefined {
  const { method = "", headers } = req;
  if (!door.methods.includes(method)) return 405;
  if (Number(headers["content-length"] ?? 0) > door.bodyMaxBytes) return 413;
  if (method === "GET" || method === "HEAD") return undefined;
  if (door.bodyType && mediaTypeOf(headers["content-type"]) !== door.bodyType) return 415;
  // A browser says which site's page sends a form. Programs say nothing, and have no session of anyone's to misuse.
  const isOfAnotherSite =
    door.rate !== "webhook" && headers.origin !== undefined && headers.origin !== appOrigin;
  // Remix takes data of pages from their own origin alone.
  const isCrossOrigin = door.isCrossOrigin && !/\.data\/*$/i.test(pathOf(req));
  return isOfAnotherSite && !isCrossOrigin ? 403 : undefined;
}

/** A content type without its parameters. */
function mediaTypeOf(contentType = ""): string {
  return contentType.split(";", 1)[0]!.trim().toLowerCase();
}

const MESSAGES: Record<Refusal, { error: string; message: string }> = {
  403: { error: "another-origin", message: "Forms are taken from the app's own pages only." },
  405: { error: "bad-method", message: "This address takes other methods." },
  413: { error: "too-large", message: "The body is too large." },
  415: { error: "bad-type", message: "This address takes another content type." },
};

function refuse(res: ServerResponse, door: Door, status: Refusal): void {
  if (status === 405) res.setHeader("Allow", door.methods.join(", "));
  if (status === 415) res.setHeader("Accept-Post", door.bodyType ?? "");
  answerJson(res, status, MESSAGES[status]);
}

/** 429, with the time after which the sender may try again. */
export function refuseTooMany(res: ServerResponse, retryAfterMs: number): void {
  res.setHeader("Retry-After", Math.max(1, Math.ceil(retryAfterMs / 1000)));
  answerJson(res, 429, { error: "too-many", message: "Too many requests. Try again later." });
}

/** Calls once the answer is out, or its client gone, be that already so. */
export function onClosed(res: ServerResponse, closed: () => void): void {
  if (res.closed) closed();
  else res.once("close", closed);
}
