import type { ReturnStage } from "@prisma/client";

/** The stages behind the list's tabs; what needs the merchant may be in any. */
export const STAGES_OF = {
  requested: ["requested"],
  earlier: ["earlier"],
  on_its_way: ["approved", "announced", "labelled"],
  arriving: ["receiving", "received"],
  done: ["settled", "closed", "cancelled", "declined"],
} as const satisfies Record<string, readonly ReturnStage[]>;

/** What the list can be narrowed to, in the order of its tabs. */
export const RETURN_TABS = ["needs", "requested", "earlier", "on_its_way", "arriving", "done"] as const;
export type ReturnTab = (typeof RETURN_TABS)[number];
