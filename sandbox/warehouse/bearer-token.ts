import type { Request } from "express";

/** What a request sends as `Authorization: Bearer <token>`. */
export function bearerToken(req: Request): string | undefined {
  const [scheme, token] = (req.get("authorization") ?? "").split(" ");
  return scheme?.toLowerCase() === "bearer" ? token : undefined;
}
