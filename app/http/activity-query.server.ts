import { z } from "zod";
import { daySchema } from "../domain/address-values.ts";
import { AREAS } from "../domain/activity/activity-areas.ts";
import { readListQuery } from "./list-query.server.ts";

const day = daySchema.optional().catch(undefined);

/** What an address asks of the activities (`readListQuery`), of the page and of the file alike. */
export function readActivityQuery(request: Request) {
  const { tab: area, ...query } = readListQuery(request, { tab: AREAS });
  const days = z
    .object({ from: day, until: day })
    .parse(Object.fromEntries(new URL(request.url).searchParams));
  return { ...query, ...days, area };
}
