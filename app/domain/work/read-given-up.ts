import { queuesOf, type ShopJobName } from "../../jobs/catalog.ts";
import { GIVEN_UP } from "../../jobs/job-state.ts";
import type { ShopContext } from "../shop-context.ts";
import { PURPOSES, type JobPurpose } from "./job-purposes.ts";

/** A job that was tried as often as jobs are tried, and is not tried again by itself. */
export interface GivenUp {
  id: string;
  name: ShopJobName;
  purpose: JobPurpose;
  /** The return or the purchase it is about, as the merchant knows it. */
  about: string | null;
  /** When it was last tried. */
  triedAt: Date;
  tries: number;
}

/** As many as are shown; trying them again may bring up more. */
const MOST = 50;

/** The shop's jobs that have given up, the last first. */
export async function readGivenUp({ pool, shop }: ShopContext): Promise<GivenUp[]> {
  const { rows } = await pool.query<Omit<GivenUp, "purpose">>(
    `SELECT j."id", j."task_identifier" AS "name", j."updated_at" AS "triedAt", j."attempts"::int AS "tries",
       coalesce(r."name", p."supplierRef") AS "about"
     FROM graphile_worker.jobs j
     LEFT JOIN "Return" r ON r."shop" = $1 AND j."key" IN ('follow-return:' || $1 || ':' || r."returnId", 'dispose-return:' || $1 || ':' || r."returnId")
     LEFT JOIN "PurchaseInbound" p ON p."shop" = $1 AND j."key" = 'follow-purchase:' || $1 || ':' || p."ref"
     WHERE j."queue_name" = ANY($2::text[]) AND ${GIVEN_UP}
       AND j."task_identifier" = ANY($3::text[])
     ORDER BY j."updated_at" DESC LIMIT $4`,
    [shop, queuesOf(shop), Object.keys(PURPOSES), MOST],
  );
  return rows.map((row) => ({ ...row, purpose: PURPOSES[row.name] }));
}
