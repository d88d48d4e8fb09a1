import express, { type Response, type Router } from "express";
import { z } from "zod";
import { OWNER } from "../store/payloads.ts";
import type { Grant, Shop } from "../store/shop.ts";
import type { World } from "../world.ts";
import { grantedScopes } from "./granted-scopes.ts";
import { isSessionToken } from "./session-token.ts";
import {
  ACCESS_TOKEN_S,
  grantOffline,
  grantOnline,
  ONLINE_TOKEN_S,
  refresh,
  REFRESH_TOKEN_S,
} from "./tokens.ts";

const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const ID_TOKEN = "urn:ietf:params:oauth:token-type:id_token";
const ONLINE = "urn:shopify:params:oauth:token-type:online-access-token";
const OFFLINE = "urn:shopify:params:oauth:token-type:offline-access-token";

const requestSchema = z.object({
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  grant_type: z.string().optional(),
  subject_token: z.string().optional(),
  subject_token_type: z.string().optional(),
  requested_token_type: z.string().optional(),
  expiring: z.union([z.string(), z.number()]).optional(),
  refresh_token: z.string().optional(),
});

type TokenRequest = z.infer<typeof requestSchema>;

interface Granted {
  access_token: string;
  scope: string;
  expires_in: number;
  /** Offline tokens. */
  refresh_token?: string;
  refresh_token_expires_in?: number;
  /** Online tokens. */
  associated_user_scope?: string;
  associated_user?: object;
}

interface Refused {
  status: number;
  error: string;
  error_description: string;
}

const refused = (error: string, error_description: string, status = 400): Refused => ({
  status,
  error,
  error_description,
});

/** `POST /admin/oauth/access_token`: session tokens and refresh tokens for access tokens. */
export function authRoutes(world: World, shopOf: (req: express.Request) => Shop | undefined): Router {
  const router = express.Router();
  router.post(
    "/oauth/access_token",
    express.json(),
    express.urlencoded({ extended: false }),
    (req, res, next) => {
      const shop = shopOf(req);
      if (!shop) return void res.status(404).json({ errors: "Not Found" });
      const parsed = requestSchema.safeParse(req.body);
      if (!parsed.success)
        return answer(res, refused("invalid_request", "The fields of a token request are strings."));
      exchange(world, { shop, request: parsed.data }).then((outcome) => answer(res, outcome), next);
    },
  );
  return router;
}

async function exchange(
  world: World,
  { shop, request }: { shop: Shop; request: TokenRequest },
): Promise<Granted | Refused> {
  const { app } = world;
  if (request.client_id !== app.apiKey || request.client_secret !== app.apiSecret)
    return refused("invalid_client", "The client id or secret is not the app's.", 401);
  if (request.grant_type === "refresh_token")
    return refreshed(world, { shop, token: request.refresh_token ?? "" });
  if (request.grant_type !== TOKEN_EXCHANGE)
    return refused("unsupported_grant_type", `The sandbox knows ${TOKEN_EXCHANGE} and refresh_token.`);
  return exchanged(world, { shop, request });
}

function refreshed(world: World, { shop, token }: { shop: Shop; token: string }): Granted | Refused {
  const grant = refresh(shop, { refreshToken: token, now: world.now() });
  world.changed();
  return grant
    ? offlineAnswer(world, { shop, grant })
    : refused("invalid_grant", "The refresh token is unknown, used or expired.");
}

async function exchanged(
  world: World,
  { shop, request }: { shop: Shop; request: TokenRequest },
): Promise<Granted | Refused> {
  const { subject_token: token = "", subject_token_type: type, requested_token_type: wanted } = request;
  if (type !== ID_TOKEN) return refused("invalid_request", `The sandbox exchanges only ${ID_TOKEN}.`);
  if (wanted !== ONLINE && wanted !== OFFLINE)
    return refused("invalid_request", `requested_token_type must be ${ONLINE} or ${OFFLINE}.`);
  if (!(await isSessionToken(world, { token, domain: shop.domain })))
    return refused(
      "invalid_subject_token",
      "The id token is not signed for this app and shop, or it has expired.",
    );
  if (shop.installation.status === "uninstalled")
    return refused("invalid_subject_token", "The app was uninstalled; the merchant has to install it again.");
  // Apps made since April 2026 get no offline tokens that never expire.
  if (wanted === OFFLINE && String(request.expiring) !== "1")
    return refused(
      "invalid_request",
      "A new public app must ask for expiring offline tokens: send expiring=1.",
    );

  if (shop.installation.status === "never") world.install(shop);
  world.changed();
  const scope = grantedScopes(world, shop).join(",");
  if (wanted === OFFLINE) return offlineAnswer(world, { shop, grant: grantOffline(shop, world.now()) });
  return {
    access_token: grantOnline(shop, world.now()).token,
    scope,
    expires_in: ONLINE_TOKEN_S,
    associated_user_scope: scope,
    associated_user: {
      id: OWNER.id,
      first_name: OWNER.firstName,
      last_name: OWNER.lastName,
      email: OWNER.email,
      email_verified: true,
      account_owner: true,
      locale: "en",
      collaborator: false,
    },
  };
}

const offlineAnswer = (world: World, { shop, grant }: { shop: Shop; grant: Grant }) => ({
  access_token: grant.accessToken,
  scope: grantedScopes(world, shop).join(","),
  expires_in: ACCESS_TOKEN_S,
  refresh_token: grant.refreshToken,
  refresh_token_expires_in: REFRESH_TOKEN_S,
});

function answer(res: Response, outcome: Granted | Refused): void {
  if (!("error" in outcome)) return void res.json(outcome);
  const { status, ...body } = outcome;
  res.status(status).json(body);
}
