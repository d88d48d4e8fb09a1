import { gid } from "../../store/gid.ts";
import { OWNER } from "../../store/payloads.ts";
import { shopName, type Shop } from "../../store/shop.ts";
import { plain, type Simulated } from "../field.ts";

type Plan = NonNullable<Shop["installation"]["plan"]>;

export const shop: Simulated = {
  query: {
    shop: plain((_source, ctx) => ctx.shop),
    currentAppInstallation: plain((_source, ctx) => ctx.shop.installation),
  },
  types: {
    Shop: {
      id: plain((shop: Shop) => gid("Shop", shop.id)),
      name: plain((shop: Shop) => shopName(shop.domain)),
      myshopifyDomain: plain((shop: Shop) => shop.domain),
      url: plain((shop: Shop) => `https://${shop.domain}`),
      primaryDomain: plain((shop: Shop) => ({
        id: gid("Domain", shop.id),
        host: shop.domain,
        url: `https://${shop.domain}`,
        sslEnabled: true,
      })),
      email: plain(() => OWNER.email),
      contactEmail: plain(() => OWNER.email),
      shopOwnerName: plain(() => `${OWNER.firstName} ${OWNER.lastName}`),
      currencyCode: plain(() => "EUR"),
      ianaTimezone: plain(() => "Europe/Amsterdam"),
      weightUnit: plain(() => "KILOGRAMS"),
      unitSystem: plain(() => "METRIC_SYSTEM"),
      createdAt: plain((shop: Shop) => shop.createdAt),
      updatedAt: plain((shop: Shop) => shop.createdAt),
      plan: plain(() => ({
        displayName: "Basic",
        publicDisplayName: "Basic",
        partnerDevelopment: false,
        shopifyPlus: false,
      })),
      resourceLimits: plain(() => ({
        maxProductVariants: 2048,
        maxProductOptions: 3,
        locationLimit: 200,
        redirectLimitReached: false,
      })),
    },
    AppSubscription: {
      id: plain(({ id }: Plan) => gid("AppSubscription", id)),
      name: plain(({ name }: Plan) => name),
      // One that is not active is not among those the installation has.
      status: plain(() => "ACTIVE"),
      test: plain(() => true),
      createdAt: plain(({ startedAt }: Plan) => startedAt),
    },
    AppInstallation: {
      id: plain((_source, ctx) => gid("AppInstallation", ctx.shop.installation.installationId)),
      accessScopes: plain((_source, ctx) =>
        ctx.scopes.map((handle) => ({ handle, description: handle.replaceAll("_", " ") })),
      ),
      activeSubscriptions: plain((_source, ctx) => {
        const { plan } = ctx.shop.installation;
        return plan ? [plan] : [];
      }),
      launchUrl: plain((_source, ctx) => `https://${ctx.shop.domain}/admin/apps/${ctx.app.handle}`),
      uninstallUrl: plain(() => null),
      app: plain((_source, ctx) => ({
        id: gid("App", ctx.shop.installation.installationId),
        title: ctx.app.name,
        handle: ctx.app.handle,
        apiKey: ctx.app.apiKey,
      })),
    },
  },
};
