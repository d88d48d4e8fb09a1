import { readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { z } from "zod";
import { isGranted } from "./admin/field-book.ts";
import type { AdminSchema } from "./admin/schema.ts";
import { readFlowTriggers, type FlowTriggerDefinition } from "./flow-triggers.ts";
import { inWords } from "./in-words.ts";
import { parseFilter, type Filter } from "./webhooks/filter.ts";

/** One topic an app wants to hear about, and where. */
export interface Subscription {
  topic: string;
  /** A path on the app. */
  uri: string;
  includeFields?: string[];
  /** Only payloads that pass it are sent. */
  filter?: Filter | undefined;
  name?: string;
}

/** What an app registered with Shopify: the parts of its `shopify.app.toml` the sandbox acts on. */
export interface AppConfig {
  name: string;
  scopes: string[];
  webhookApiVersion: string;
  subscriptions: Subscription[];
  flowTriggers: FlowTriggerDefinition[];
}

/** Every app may hear of these, and they are subscribed to in a list of their own. */
const COMPLIANCE_TOPICS = ["customers/data_request", "customers/redact", "shop/redact"] as const;

const subscriptionSchema = z
  .object({
    topics: z.array(z.string()).default([]),
    compliance_topics: z.array(z.enum(COMPLIANCE_TOPICS)).default([]),
    uri: z.string().startsWith("/", "must be a path on the app; the sandbox sends to no other place"),
    include_fields: z.array(z.string()).optional(),
    name: z.string().max(50).optional(),
    filter: z
      .string()
      .transform(parseFilter)
      .refine((filter) => filter !== null, "is simulated only in the form field.field:value")
      .optional(),
    payload_query: z.never("is not simulated").optional(),
  })
  .loose();

const configSchema = z
  .object({
    name: z.string().default("App"),
    access_scopes: z.object({ scopes: z.string().default("") }).loose(),
    webhooks: z
      .object({ api_version: z.string(), subscriptions: z.array(subscriptionSchema).default([]) })
      .loose()
      .optional(),
  })
  .loose();

/**
 * Shopify refuses to deploy a registration that subscribes to what does not exist, or to what its scopes do not cover.
 * @throws Error naming the file and what is wrong in it
 */
export function readAppConfig(path: string, { topics }: Pick<AdminSchema, "topics">): AppConfig {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new Error(`The app's registration ${path} cannot be read. Name it with --app-config.`, {
      cause: error,
    });
  }
  const parsed = configSchema.safeParse(parse(text));
  if (!parsed.success) throw new Error(`The app's registration ${path} is wrong: ${inWords(parsed.error)}`);
  const { name, access_scopes, webhooks } = parsed.data;
  const scopes = access_scopes.scopes.split(/[\s,]+/).filter(Boolean);
  for (const topic of (webhooks?.subscriptions ?? []).flatMap((one) => one.topics)) {
    const needed = topics.get(topic);
    if (!needed)
      throw new Error(`The app's registration ${path} is wrong: there is no webhook topic "${topic}".`);
    if (needed.length && !needed.some((scope) => isGranted(scopes, scope)))
      throw new Error(
        `The app's registration ${path} is wrong: "${topic}" needs an access scope it does not ask for, one of ${needed.join(", ")}.`,
      );
  }
  return {
    name,
    scopes,
    flowTriggers: readFlowTriggers(path),
    webhookApiVersion: webhooks?.api_version ?? "2026-10",
    subscriptions: (webhooks?.subscriptions ?? []).flatMap((one) =>
      [...one.topics, ...one.compliance_topics].map((topic) => ({
        topic,
        uri: one.uri,
        includeFields: one.include_fields,
        filter: one.filter ?? undefined,
        name: one.name,
      })),
    ),
  };
}
