import { openDatabase } from "../../app/db.server.ts";
import { listVariants, type ListVariants } from "../../app/domain/catalog/list-variants.ts";
import { positionOf } from "../../app/domain/catalog/variant-order.ts";
import { writeCursor } from "../../app/domain/keyset-page.ts";
import type { ShopContext } from "../../app/domain/shop-context.ts";
import { createLog } from "../../app/operations/log.server.ts";
import { storeProducts } from "./catalogue.ts";
import { openBenchDatabase } from "./database.ts";
import { median, type Figure } from "./figure.ts";
import { takeInMadeUp } from "./take-in-made-up.ts";
import { secrets } from "./secrets.ts";

const SMALL = 100;

/**
 * What the server does for one page of the products list, in a shop of a hundred variants (the floor) and in one of a
 * hundred thousand: the first page, one from the middle, a state, a search. Both shops lie in one database; turns
 * alternate.
 */
export async function pageTime({ quick }: { quick: boolean }): Promise<Figure[]> {
  const large = quick ? 10_000 : 100_000;
  const rounds = quick ? 20 : 200;
  const database = await openBenchDatabase();
  const log = createLog("silent");
  const { db, pool, close } = openDatabase({ url: database.url, log, secrets });
  const open = (shop: string) => ({ shop, db, pool, secrets, log, clock: () => new Date() }) as ShopContext;
  const shops = { small: open("small.myshopify.com"), large: open("large.myshopify.com") };
  try {
    for (const [ctx, variants] of [
      [shops.small, SMALL],
      [shops.large, large],
    ] as const) {
      await storeProducts(pool, { shop: ctx.shop, variants });
      await takeInMadeUp(ctx, { home: database.home, variants });
    }
    await pool.query("VACUUM ANALYZE");
    // A product that the words find alone, so that both shops show the same number of rows.
    const hits = { small: SMALL / 8 - 1, large: large / 8 - 1 };
    const figures: Figure[] = [];
    for (const [name, ask] of Object.entries(questions())) {
      const times: Record<keyof typeof shops, number[]> = { small: [], large: [] };
      const cursor = { small: await middle(shops.small, SMALL), large: await middle(shops.large, large) };
      for (let round = 0; round < rounds; round++)
        for (const size of ["small", "large"] as const) {
          const started = performance.now();
          await listVariants(shops[size], ask({ after: cursor[size], hit: hits[size] }));
          times[size].push(performance.now() - started);
        }
      const [floor, measured] = [median(times.small), median(times.large)];
      const ratio = measured / floor;
      figures.push({
        name: `page-time: ${name}, ${large} variants`,
        measured: `${measured.toFixed(2)} ms`,
        floor: `${floor.toFixed(2)} ms`,
        ...{ ratio, goal: "≤ 1.5", met: ratio <= 1.5 },
      });
    }
    return figures;
  } finally {
    await close();
    await database.stop();
  }
}

interface Place {
  after: string | undefined;
  /** Number of a product. */
  hit: number;
}

function questions(): Record<string, (place: Place) => ListVariants> {
  return {
    "first page": () => ({}),
    "page from the middle": ({ after }) => ({ after }),
    "one state": () => ({ state: "mapped" }),
    "search by SKU": ({ hit }) => ({ search: `thing-${Math.floor(hit)}-1` }),
    "search by title": ({ hit }) => ({ search: `thing number ${Math.floor(hit)}` }),
  };
}

/** The cursor of a row in the middle, as a merchant who paged that far has it. */
async function middle(ctx: ShopContext, variants: number): Promise<string | undefined> {
  const [row] = await ctx.db.variant.findMany({
    where: { shop: ctx.shop },
    orderBy: [{ productTitle: "asc" }, { variantTitle: "asc" }, { variantId: "asc" }],
    skip: Math.floor(variants / 2),
    take: 1,
  });
  return row && writeCursor(positionOf(row));
}
