import { Prisma, type LabelState, type ReturnStage } from "@prisma/client";
import { z } from "zod";
import { timeSchema } from "../address-values.ts";
import { likePattern } from "../catalog/shown-variants.ts";
import { pageOf, startOf, writeCursor, type Page, type PageAsked } from "../keyset-page.ts";
import type { ShopContext } from "../shop-context.ts";
import { decideWaiting, type Waiting, type WaitingFacts } from "./decide-waiting.ts";
import { readLines, receivedOf } from "./return-lines.ts";
import { readNeeds, type Need } from "./return-needs.ts";
import { loadReturnSettings } from "./return-settings.ts";
import { STAGES_OF, type ReturnTab } from "./return-tabs.ts";

export interface ListReturns extends PageAsked {
  tab?: ReturnTab | undefined;
  /** Part of the name of a return or of its order, in any case. */
  search?: string | undefined;
}

export interface ReturnRow {
  returnId: string;
  /** #1001-R1 */
  name: string;
  orderName: string;
  createdAt: Date;
  stage: ReturnStage;
  label: LabelState;
  /** Pieces sent back, and those the warehouse has received of them. */
  returned: number;
  received: number;
  /** What only a person can mend: each kind once. */
  needs: Need["kind"][];
  waiting: Waiting;
}

export type ReturnPage = Page<ReturnRow>;

/** Rows to a page. */
const PAGE_SIZE = 50;

/** When it was made, and which it is. */
const positionSchema = z.tuple([timeSchema, z.string()]);

/** One page of the shop's returns, the newest first. */
export async function listReturns(ctx: ShopContext, input: ListReturns): Promise<ReturnPage> {
  const [found, { announce: sends, restock: restocks }] = await Promise.all([
    ctx.db.$queryRaw<FoundRow[]>(returnsQuery(ctx.shop, input)),
    loadReturnSettings(ctx),
  ]);
  const policy = { sends, restocks, now: ctx.clock() };
  const cursorOf = ({ createdAt, returnId }: ReturnRow) =>
    writeCursor([createdAt.toISOString(), returnId] satisfies z.infer<typeof positionSchema>);
  const start = startOf(positionSchema, input);
  return pageOf({ found: found.map((row) => rowOf(row, policy)), size: PAGE_SIZE, start, cursorOf });
}

/** The rows of one page and one more, read along an index and no further, for each stage that is asked for. */
export function returnsQuery(shop: string, { tab, search, ...asked }: ListReturns): Prisma.Sql {
  const { place, backwards } = startOf(positionSchema, asked);
  const beyond = place
    ? Prisma.sql`AND (r."createdAt", r."returnId") ${Prisma.raw(backwards ? ">" : "<")}
        (${place[0]}::timestamptz, ${place[1]})`
    : Prisma.empty;
  const order = Prisma.raw(backwards ? `"createdAt", "returnId"` : `"createdAt" DESC, "returnId" DESC`);
  const pattern = search?.trim() ? likePattern(search) : undefined;
  const found = pattern
    ? Prisma.sql`AND (r."name" ILIKE ${pattern} OR r."orderName" ILIKE ${pattern})`
    : Prisma.empty;
  const limit = Prisma.sql`ORDER BY ${order} LIMIT ${PAGE_SIZE + 1}`;
  const branches = conditions(tab).map(
    (condition) => Prisma.sql`(
      SELECT r."returnId", r."name", r."orderName", r."createdAt", r."stage"::text AS "stage",
        r."label"::text AS "label", r."pieces" AS "returned", r."lines", r."needs", r."seenNeeds", r."status", r."stageSince",
        r."inboundStatus", r."expectedOn", r."labelSince", r."checkAt"
      FROM "Return" r WHERE r."shop" = ${shop} ${condition} ${found} ${beyond} ${limit}
    )`,
  );
  // One stage is one stretch of the index, in order; several together would have to be sorted whole.
  return branches.length === 1
    ? branches[0]!
    : Prisma.sql`SELECT * FROM (${Prisma.join(branches, " UNION ALL ")}) r ${limit}`;
}

function conditions(tab: ReturnTab | undefined): Prisma.Sql[] {
  if (!tab) return [Prisma.empty];
  if (tab === "needs") return [Prisma.sql`AND r."needsPerson"`];
  return STAGES_OF[tab].map((stage) => Prisma.sql`AND r."stage" = ${stage}::"ReturnStage"`);
}

type FoundRow = Pick<ReturnRow, "returnId" | "name" | "orderName" | "returned"> &
  Omit<WaitingFacts, "lines" | "needs" | "seen"> &
  Record<"lines" | "needs" | "seenNeeds", unknown>;

function rowOf(row: FoundRow, policy: Parameters<typeof decideWaiting>[1]): ReturnRow {
  const { returnId, name, orderName, createdAt, stage, label, returned } = row;
  const [lines, needs] = [readLines(row.lines), readNeeds(row.needs)];
  const seen = readNeeds(row.seenNeeds);
  return {
    ...{ returnId, name, orderName, createdAt, stage, label, returned },
    received: lines.reduce((sum, line) => sum + receivedOf(line), 0),
    needs: [...new Set(needs.map(({ kind }) => kind))],
    waiting: decideWaiting({ ...row, lines, needs, seen }, policy),
  };
}
