import { retryEvents } from "../../app/domain/events/retry-events.ts";
import { shopOf, type Call, type Command } from "./command.ts";

interface QuarantinedEvent {
  id: string;
  shop: string;
}

/** Quarantined events of a shop, or of all. */
async function listQuarantined({ pool, flags }: Pick<Call, "pool" | "flags">): Promise<QuarantinedEvent[]> {
  const { rows } = await pool.query<QuarantinedEvent>(
    `SELECT "id", "shop" FROM "Hint"
     WHERE "quarantinedAt" IS NOT NULL AND ($1::text IS NULL OR "shop" = $1) ORDER BY "id"`,
    [flags.shop ?? null],
  );
  return rows;
}

/** Has quarantined events processed again: these, or a shop's, or all. */
export const retryQuarantined: Command = async (call) => {
  const { args, flags } = call;
  if (args.length === 0 && !flags.shop && !flags.all)
    return "Say which events: their ids, --shop NAME, or --all.";
  const found = (await listQuarantined(call)).filter(({ id }) => args.length === 0 || args.includes(id));
  let count = flags.dryRun ? found.length : 0;
  if (!flags.dryRun)
    for (const [shop, events] of Map.groupBy(found, (event) => event.shop))
      count += await retryEvents(shopOf(call, shop), { ids: events.map(({ id }) => id) });
  console.log(`${count} ${flags.dryRun ? "would be tried again" : "are tried again now"}.`);
  const missing = args.filter((id) => !found.some((event) => event.id === id));
  return missing.length > 0 ? `Not among the quarantined events: ${missing.join(", ")}.` : undefined;
};
