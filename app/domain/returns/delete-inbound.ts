import type { Return } from "@prisma/client";
import type { Inbound } from "../../fulfilment/answers.ts";
import type { WarehouseClient } from "../../fulfilment/client.ts";
import { toObjection } from "../inbounds/own-inbound.ts";
import type { ShopContext } from "../shop-context.ts";
import { note } from "../timeline/timeline.ts";
import { noteRefused } from "../timeline/note-refused.ts";
import type { Need } from "./return-needs.ts";

/** What is not there is deleted already, so this may be repeated. The warehouse may have begun with it meanwhile. */
export async function deleteInbound(
  ctx: ShopContext,
  { warehouse, row }: { warehouse: WarehouseClient; row: Pick<Return, "returnId" | "inboundRef"> },
): Promise<{ inbound: Inbound | null; needs: Need[] }> {
  const { returnId: subject, inboundRef: ref } = row;
  const entry = { subject, kind: "inbound-delete", details: { ref } } as const;
  try {
    await warehouse.inbounds.delete(ref);
  } catch (error) {
    const { sentence } = await toObjection(warehouse, error);
    await noteRefused(ctx, entry);
    return {
      inbound: await warehouse.inbounds.get(ref),
      needs: [{ kind: "refused", what: "delete", sentence }],
    };
  }
  await note(ctx, { ...entry, outcome: "done" });
  return { inbound: null, needs: [] };
}
