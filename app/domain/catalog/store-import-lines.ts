import { once } from "node:events";
import { from as copyFrom } from "pg-copy-streams";
import type { ShopContext } from "../shop-context.ts";

/** COPY's CSV takes lines of JSON as they are when quote and delimiter are characters that JSON always escapes. */
const COPY = `COPY "ImportLine" ("importId", "line") FROM STDIN WITH (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02')`;
/** A NUL in a title: PostgreSQL cannot hold it, and a merchant cannot see it. */
const NUL = /\\u0000/g;

/**
 * Stores whole lines of an import and how far it has got, both or neither.
 * @returns false when the import is not where these lines begin: another run is ahead.
 */
export async function storeImportLines(
  ctx: ShopContext,
  { importId, text, from, end }: { importId: string; text: string; from: bigint; end: bigint },
): Promise<boolean> {
  const client = await ctx.pool.connect();
  try {
    await client.query("BEGIN");
    const lines = text.replace(NUL, "").slice(0, -1).split("\n");
    const { rowCount } = await client.query(
      `UPDATE "CatalogueImport" SET "position" = $1, "variants" = "variants" + $2
       WHERE "shop" = $3 AND "id" = $4 AND "position" = $5 AND "stage" = 'storing'`,
      [end, lines.length, ctx.shop, importId, from],
    );
    if (rowCount === 1) {
      const copy = client.query(copyFrom(COPY));
      copy.end(lines.map((line) => `${importId}\x02${line}\n`).join(""));
      await once(copy, "finish");
    }
    await client.query("COMMIT");
    return rowCount === 1;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
