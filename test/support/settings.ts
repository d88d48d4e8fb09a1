import { z } from "zod";
import { SETTING_NAMES, SETTINGS, type SettingName } from "../../app/env.server.ts";
import { SECRET_KEYS } from "./secrets.ts";

/** The fewest settings with which the app starts. */
export const COMPLETE = {
  DATABASE_URL: "postgresql://dockline:hunter2@localhost/dockline",
  DOCKLINE_SECRET_KEYS: SECRET_KEYS,
  SHOPIFY_API_KEY: "key",
  SHOPIFY_API_SECRET: "hunter3",
  SHOPIFY_APP_URL: "https://dockline.example.com",
  FULFILMENT_BASE_URL: "https://warehouse.example.com",
} as const;

export interface SettingShape {
  type?: string;
  enum?: string[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
}

/** What a setting's schema says of its values: type, choices, limits and default. */
export function shapeOf(name: SettingName): SettingShape {
  return z.toJSONSchema(SETTINGS.shape[name], { io: "input", unrepresentable: "any" }) as SettingShape;
}

/** Those that the app does not start without. */
export const REQUIRED = SETTING_NAMES.filter((name) => !SETTINGS.shape[name].safeParse(undefined).success);
