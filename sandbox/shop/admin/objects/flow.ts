import type { FlowTriggerDefinition } from "../../flow-triggers.ts";
import { withArgs, type Simulated } from "../field.ts";

/** Triggers remembered for people and tests to look at. */
const REMEMBERED = 1_000;

type Payload = Record<string, unknown>;

/** What Shopify objects to is a guess in its words, not in its cases: nobody recorded it. */
function fault(
  known: readonly FlowTriggerDefinition[],
  { handle, payload }: { handle: string; payload: Payload },
): { field: string[]; message: string } | undefined {
  const trigger = known.find((one) => one.handle === handle);
  if (!trigger) return { field: ["handle"], message: `There is no trigger "${handle}".` };
  const names = Object.keys(payload);
  const wrong = [
    ...trigger.fields.filter((name) => !names.includes(name)),
    ...names.filter((name) => !trigger.fields.includes(name)),
  ];
  return wrong.length
    ? { field: ["payload"], message: `Errors validating schema: ${wrong.join(", ")}` }
    : undefined;
}

/** Shopify Flow starts no workflows here; what it is told is remembered. */
export const flow: Simulated = {
  mutation: {
    flowTriggerReceive: withArgs<unknown, { handle: string; payload: Payload }>(
      ["handle", "payload"],
      (_source, { handle, payload }, ctx) => {
        const userError = fault(ctx.app.flowTriggers, { handle, payload });
        if (userError) return { userErrors: [userError] };
        ctx.shop.flowTriggers.push({ at: ctx.now().toISOString(), handle, payload });
        if (ctx.shop.flowTriggers.length > REMEMBERED) ctx.shop.flowTriggers.splice(0, REMEMBERED / 2);
        return { userErrors: [] };
      },
    ),
  },
};
