import type { Evidence, Watched } from "./evidence.ts";

/** Columns that name something of one shop, by table. */
interface Naming {
  table: string;
  column: string;
}

/**
 * Nothing of one shop is found in the other: not at the other's account at the warehouse, not among what is kept about
 * the other, and no figure of one is the other's.
 */
export async function judgeNeighbours(
  world: Watched,
  { mine, theirs }: { mine: Evidence; theirs: Evidence },
): Promise<string[]> {
  const { shop } = mine.side;
  const own = new Set(mine.inbounds.map(({ ref }) => ref));
  const foreign = [
    ...theirs.variants.flatMap(({ id, inventoryItemId }) => [id, inventoryItemId]),
    ...theirs.returns.map(({ id }) => id),
    ...theirs.inbounds.map(({ ref }) => ref).filter((ref) => !own.has(ref)),
  ].filter((id) => !isOf(mine, id));
  const findings: string[] = [];
  for (const { table, column } of await namingColumns(world)) {
    const rows = await world.database.read<{ value: string }>(
      `SELECT "${column}" AS "value" FROM "${table}" WHERE "shop" = $1 AND "${column}" = ANY($2::text[])`,
      [shop, foreign],
    );
    findings.push(...rows.map(({ value }) => `${table}.${column} names ${value} of ${theirs.side.shop}`));
  }
  const names = new Set(mine.returns.map(({ name }) => name));
  const refs = new Set(mine.side.purchases.map(({ ref }) => ref));
  for (const { ref, supplierRef } of mine.inbounds)
    if (!ref.startsWith("WH-") && !names.has(supplierRef) && !refs.has(ref))
      findings.push(`inbound ${ref} at its warehouse is nobody's of this shop`);
  const hooks = new Set(mine.deliveries.map(({ url }) => url.split("/").at(-2)));
  if (theirs.deliveries.some(({ url }) => hooks.has(url.split("/").at(-2))))
    findings.push(`both warehouses send their events to one address`);
  return findings;
}

/** Ids of the sandbox's shops differ, but an id that both have names nothing foreign. */
function isOf({ variants, returns }: Evidence, id: string): boolean {
  return (
    variants.some((one) => one.id === id || one.inventoryItemId === id) ||
    returns.some((one) => one.id === id)
  );
}

function namingColumns({ database }: Watched): Promise<Naming[]> {
  return database.read<Naming>(
    `SELECT c.table_name AS "table", c.column_name AS "column" FROM information_schema.columns c
     WHERE c.table_schema = 'public' AND c.data_type = 'text' AND c.column_name <> 'shop'
       AND EXISTS (SELECT 1 FROM information_schema.columns s
         WHERE s.table_schema = 'public' AND s.table_name = c.table_name AND s.column_name = 'shop')`,
  );
}
