import type { ChooseLocationOutcome } from "../../domain/connection/choose-location.ts";
import type { ConnectOutcome } from "../../domain/connection/connect-warehouse.ts";

/** What the set-up guide answers to what is asked of it. */
export type SetupAnswer =
  | ConnectOutcome
  | ChooseLocationOutcome
  | { outcome: "answered" | "seen" | "dismissed" };
