import { useRouteLoaderData } from "@remix-run/react";
import type { Plans } from "../domain/billing/find-plan-needed.ts";
import type { Scope } from "../domain/connection/find-missing-scopes.ts";

/** What every page of the panel may need to know of the shop, as it was when the admin opened the app. */
export interface PanelFacts {
  /** What the app may not do there. */
  missingScopes: Scope[];
  /** By its IANA name. */
  timeZone: string;
  /** How it stands to the app's plans; null where everything is free. */
  plans: Plans | null;
}

const NOTHING_KNOWN: PanelFacts = { missingScopes: [], timeZone: "UTC", plans: null };

export function usePanel(): PanelFacts {
  return useRouteLoaderData<PanelFacts>("routes/app") ?? NOTHING_KNOWN;
}
