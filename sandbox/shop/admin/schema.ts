import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import {
  buildClientSchema,
  type GraphQLEnumType,
  type GraphQLSchema,
  type IntrospectionQuery,
} from "graphql";

/** The Admin API version this sandbox plays. Shopify answers requests for versions it no longer has with another one. */
export const API_VERSION = "2026-10";

const DEFAULT_SCHEMA_FILE = resolve(
  import.meta.dirname,
  `../../../.cache/shopify/admin_${API_VERSION}.json.gz`,
);

interface RequiredAccess {
  /** Any of these opens it. */
  scopes: string[];
  /** Shopify's own words about it. */
  text: string;
}

export interface AdminSchema {
  schema: GraphQLSchema;
  /** By `Type.field` and by `Type`. */
  access: Map<string, RequiredAccess>;
  /** Mutations that refuse to run without `@idempotent(key:)`. The schema says so in their descriptions only. */
  keyed: Set<string>;
  /** Webhook topics, e.g. `orders/create`, with the scopes of which an app needs one; none where it needs none. */
  topics: Map<string, string[]>;
}

interface SchemaFile {
  data: IntrospectionQuery;
  offline_scopes: {
    items: {
      type: string;
      typeName: string;
      fieldName?: string;
      requiredAccess: string;
      offlineScopes: string[];
    }[];
  };
}

/** Reading takes a quarter of a second and 100 MB, so several shops in one process share one. */
const loaded = new Map<string, AdminSchema>();

/** @throws Error that says how to fetch the schema when `file` is missing */
export function loadAdminSchema(file: string = DEFAULT_SCHEMA_FILE): AdminSchema {
  const known = loaded.get(file);
  if (known) return known;
  const { data, offline_scopes } = readSchema(file);
  const schema = buildClientSchema(data, { assumeValid: true });
  const access = new Map<string, RequiredAccess>();
  for (const item of offline_scopes.items) {
    if (!item.offlineScopes.length) continue;
    const name = item.type === "field" ? `${item.typeName}.${item.fieldName}` : item.typeName;
    access.set(name, { scopes: item.offlineScopes, text: item.requiredAccess });
  }
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  const keyed = mutations.filter((field) => /idempotency key is required/.test(field.description ?? ""));
  const read = {
    schema,
    access,
    keyed: new Set(keyed.map((field) => field.name)),
    topics: readTopics(schema),
  };
  loaded.set(file, read);
  return read;
}

/** What a topic is called in a registration and which scopes it needs stands in its description only. */
function readTopics(schema: GraphQLSchema): Map<string, string[]> {
  const topics = schema.getType("WebhookSubscriptionTopic") as GraphQLEnumType;
  return new Map(
    topics.getValues().flatMap(({ description }) => {
      const [, name, needs = ""] =
        /`([a-z_./]+)`\s+events(?:.*\bRequires\b(.*))?/s.exec(description ?? "") ?? [];
      return name ? [[name, needs.match(/\b(?:read|write)_\w+/g) ?? []]] : [];
    }),
  );
}

function readSchema(file: string): SchemaFile {
  try {
    return JSON.parse(gunzipSync(readFileSync(file)).toString("utf8")) as SchemaFile;
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw new Error(
      missing
        ? `Shopify's Admin schema is not at ${file}. Fetch it with: npm run setup`
        : `Shopify's Admin schema at ${file} cannot be read. Delete it and fetch it again with: npm run setup`,
      { cause: error },
    );
  }
}
