import { Prisma } from "@prisma/client";
import type { Sealer } from "./secrets.server.ts";

/** The columns that open a door: what stands in them in the database is sealed. Empty means that there is none. */
export const SEALED_COLUMNS = {
  Connection: ["accessToken", "webhookKey", "oldWebhookKey"],
  Session: ["accessToken", "refreshToken"],
} as const;

export type SealedTable = keyof typeof SEALED_COLUMNS;
type Row = Record<string, unknown>;

/**
 * Has Prisma seal these columns in everything it writes and open them in everything it reads, so that no query can
 * forget to. Their sealed texts differ each time and are bound to the shop, so a query that compares them, or does not
 * say of which shop it is, is refused.
 */
export function sealingColumns(secrets: Sealer) {
  const through =
    (table: SealedTable) =>
    async ({ args, query }: { args: unknown; query: (args: never) => Promise<unknown> }) =>
      openRows(secrets, table, await query((await sealArguments(secrets, table, args)) as never));
  return Prisma.defineExtension({
    name: "sealed-columns",
    query: {
      connection: { $allOperations: through("Connection") },
      session: { $allOperations: through("Session") },
    },
  });
}

/** Opens the sealed columns of a row that was read past Prisma. @throws SecretError */
export async function openRow<T extends object>(
  secrets: Pick<Sealer, "open">,
  table: SealedTable,
  row: T,
): Promise<T> {
  return eachSecret(table, row, (sealed, place) => secrets.open(sealed, place), undefined);
}

async function openRows(secrets: Sealer, table: SealedTable, read: unknown): Promise<unknown> {
  if (Array.isArray(read)) return Promise.all(read.map((row) => openRows(secrets, table, row)));
  return isRow(read) ? openRow(secrets, table, read) : read;
}

async function sealArguments(secrets: Sealer, table: SealedTable, args: unknown): Promise<unknown> {
  if (!isRow(args)) return args;
  const text = JSON.stringify(args.where ?? {}, (_key, value: unknown) =>
    typeof value === "bigint" ? "" : value,
  );
  const compared = SEALED_COLUMNS[table].find((column) => text.includes(`"${column}":`));
  if (compared) throw new Error(`${table}.${compared} is sealed: no query can compare it.`);
  const shop = isRow(args.where) ? args.where.shop : undefined;
  const seal = async (data: unknown): Promise<unknown> => {
    if (Array.isArray(data)) return Promise.all(data.map(seal));
    return isRow(data) ? eachSecret(table, data, (plain, place) => secrets.seal(plain, place), shop) : data;
  };
  const sealed = { ...args };
  for (const part of ["data", "create", "update"]) if (part in args) sealed[part] = await seal(args[part]);
  return sealed;
}

/** The row with each secret it has changed. @param shop Whose row it is, when it does not say so itself. */
async function eachSecret<T extends object>(
  table: SealedTable,
  row: T,
  change: (text: string, place: { shop: string; field: string }) => Promise<string>,
  shop: unknown,
): Promise<T> {
  const values = { ...row } as Row;
  const owner = values.shop ?? shop;
  for (const column of SEALED_COLUMNS[table]) {
    const value = values[column];
    if (value === undefined || value === null || value === "") continue;
    const field = `${table}.${column}`;
    if (typeof value !== "string")
      throw new Error(`${field} must be given as it is, so that it can be sealed.`);
    if (typeof owner !== "string")
      throw new Error(`${field} is bound to its shop: name or select \`shop\` too.`);
    values[column] = await change(value, { shop: owner, field });
  }
  return values as T;
}

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null;
}
