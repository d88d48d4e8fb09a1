import type { Env } from "./env.server.ts";

/** Lets the sandbox shop's admin show the app in a frame, and drops the preload of a script it does not use. */
export function allowSandboxFrame(env: Env, headers: Headers): void {
  if (!env.SHOP_SANDBOX_URL) return;
  headers.delete("Link");
  const policy = headers.get("Content-Security-Policy");
  if (policy)
    headers.set(
      "Content-Security-Policy",
      policy.replace("frame-ancestors ", `frame-ancestors ${env.SHOP_SANDBOX_URL} `),
    );
}
