import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { VARIANT_TABS } from "../components/state-badge.tsx";
import { askForWords } from "../domain/catalog/mapping/ask-for-words.ts";
import { previewWords } from "../domain/catalog/mapping/change-words.ts";
import type { VariantId } from "../domain/ids.ts";
import { openStore, readJson } from "../http/open-store.server.ts";

const schema = z.object({
  action: z.enum(["confirm", "unmap", "ignore", "reset"]),
  selection: z.union([
    z.strictObject({ variantIds: z.array(z.string().transform((id) => id as VariantId)).max(1000) }),
    z.strictObject({
      state: z.enum(VARIANT_TABS).optional(),
      search: z.string().max(200).optional(),
    }),
  ]),
  /** The fingerprint of the preview that was shown; without it, one is asked for. */
  expected: z.string().optional(),
  confirmed: z.boolean().default(false),
});

/** One word on many variants: what it would change, or the change. */
export async function action({ request, context: { services } }: ActionFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const asked = await readJson(request, schema);
  const { expected, confirmed, ...input } = asked;
  if (expected === undefined) return { outcome: "preview" as const, preview: await previewWords(ctx, input) };
  return askForWords(ctx, { ...input, expected, confirmed });
}
