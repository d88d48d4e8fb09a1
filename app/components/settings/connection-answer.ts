import type { AskForEventsAgainOutcome } from "../../domain/connection/ask-for-events-again.ts";
import type { ChangeTokenOutcome } from "../../domain/connection/change-token.ts";
import type { ChangeKeyOutcome } from "../../domain/connection/change-webhook-key.ts";
import type { ChangePreviousLocationOutcome } from "../../domain/stock/previous-location/change-previous-location.ts";
import type { ChooseLocationOutcome } from "../../domain/connection/choose-location.ts";

/** What the connection's page answers to what is asked of it. */
export type ConnectionAnswer =
  | ChangeTokenOutcome
  | ChangeKeyOutcome
  | ChooseLocationOutcome
  | ChangePreviousLocationOutcome
  | AskForEventsAgainOutcome
  | { outcome: "old-key-ended" | "disconnected" };
