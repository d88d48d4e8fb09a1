import type { Evidence } from "./evidence.ts";

/** What was answered with 200 is kept and has been followed. */
export function judgeHints({ deliveries, webhooks, hints }: Evidence): string[] {
  const taken = [
    ...deliveries
      .filter(({ lastStatus }) => lastStatus === 200)
      .map(({ event, body }) =>
        nameOf(event, (JSON.parse(body) as { identifier?: string }).identifier ?? null),
      ),
    ...webhooks
      .flatMap((one) => one.attempts.filter(({ status }) => status === 200).map(() => one))
      .flatMap(({ topic, body }) => namedBy(topic, JSON.parse(body) as Record<string, unknown>)),
  ];
  const kept = count(hints.map(({ event, identifier }) => nameOf(event, identifier)));
  const lost = [...count(taken)].flatMap(([name, times]) =>
    (kept.get(name) ?? 0) >= times
      ? []
      : [`${name} was taken ${times} times and is kept ${kept.get(name) ?? 0} times`],
  );
  const waiting = hints
    .filter(({ followedAt }) => followedAt === null)
    .map(({ event, identifier }) => `${nameOf(event, identifier)} was taken and never followed`);
  return [...lost, ...waiting];
}

const nameOf = (event: string, identifier: string | null) => `${event} of ${identifier}`;

/**
 * What a webhook says may have changed. Stock levels are left out: one that says only what is known already is no news,
 * and is answered without being kept. So are dispositions of a return the app has not read yet.
 */
function namedBy(topic: string, payload: Record<string, unknown>): string[] {
  if (/^(products|returns)\//.test(topic)) return [nameOf(topic, String(payload.admin_graphql_api_id))];
  if (topic.startsWith("orders/"))
    return (payload.line_items as { variant_id: number }[]).map(({ variant_id }) =>
      nameOf(topic, `gid://shopify/ProductVariant/${variant_id}`),
    );
  return [];
}

function count(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
