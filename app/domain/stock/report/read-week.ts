import { TZDate } from "@date-fns/tz";
import { loadTimeZone } from "../../connection/time-zone.ts";
import type { ShopContext } from "../../shop-context.ts";

/** What was written into the shop on one day. */
export interface DayOfStock {
  /** YYYY-MM-DD, in the shop's time zone. */
  day: string;
  /** Pieces by which figures were raised, and by which they were lowered. */
  raised: number;
  lowered: number;
}

const DAYS = 7;

/** The last seven days, today the last, those on which nothing was written among them. */
export async function readWeek(ctx: ShopContext): Promise<DayOfStock[]> {
  const days = lastDays(ctx.clock(), await loadTimeZone(ctx));
  const rows = await ctx.db.stockDay.findMany({
    where: { shop: ctx.shop, day: { in: days.map((day) => new Date(day)) } },
  });
  const found = new Map(rows.map((row) => [isoDay(row.day), row]));
  return days.map((day) => {
    const { raised = 0n, lowered = 0n } = found.get(day) ?? {};
    return { day, raised: Number(raised), lowered: Number(lowered) };
  });
}

function lastDays(now: Date, timeZone: string): string[] {
  return Array.from({ length: DAYS }, (_, index) => {
    const day = new TZDate(now, timeZone);
    day.setDate(day.getDate() - (DAYS - 1 - index));
    return isoDay(day);
  });
}

const isoDay = (at: Date) => at.toISOString().slice(0, 10);
