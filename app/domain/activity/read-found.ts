import type {
  LedgerOutcome,
  MappingDecision,
  MappingSource,
  PushState,
  StockMode,
  WriteOutcome,
} from "@prisma/client";
import { goodsInWords } from "../catalog/goods-in-words.ts";
import type { MerchantSentence } from "../merchant-sentence.ts";
import { sentenceKeyOf } from "../problems/record-failure.ts";
import { causeOf, type Cause } from "../stock/report/explain-stock.ts";
import type { TimelineDetails, TimelineKind } from "../timeline/timeline.ts";
import type { FoundActivity } from "./activity-query.ts";
import { RANKS, type Source } from "./ranks.ts";
import { readActivity, type ToldActivity } from "./activity-kinds.ts";

/** What happened: a value written into the shop, something heard, and so on, each with what its sentence names. */
export type Told =
  | {
      source: "ledger";
      figure: StockMode;
      from: number;
      to: number;
      outcome: LedgerOutcome;
      /** The goods it was made of then, in words. */
      sku: string;
      /** Null when a comparison of all stock found the difference. */
      cause: Cause | null;
      /** What Shopify said when it refused. */
      reason: string | null;
    }
  | {
      source: "timeline";
      kind: TimelineKind;
      details: TimelineDetails;
      outcome: WriteOutcome | null;
      settledAt: Date | null;
    }
  /** An event of the warehouse or the shop; followed once both worlds were read because of it. */
  | { source: "hint"; event: string; followedAt: Date | null; failure: EventFailure | null }
  | ({ source: "activity" } & ToldActivity)
  /** How a variant is mapped since then; `goods` in words. */
  | { source: "mapping"; decision: MappingDecision; by: MappingSource; goods: string }
  /** What has become of a product that was to be created at the warehouse then. */
  | { source: "push"; state: PushState };

interface FoundWords {
  told: Told;
  names: string;
  /** The staff member who did it; left out of what Dockline did. */
  staffId?: string | null;
}

/** Why the record of an event failed the last time it was tried. */
export interface EventFailure {
  /** As it is kept, for the operator. */
  code: string;
  /** Of the sentence for the merchant. */
  key: MerchantSentence["key"];
  /** When it is tried next; null of a quarantined event, which waits until somebody has it tried. */
  retryAt: Date | null;
}

/** What a found row tells, and what it names; undefined for a kind this version does not know. */
export function readFound({ rank, data }: FoundActivity): FoundWords | undefined {
  switch (SOURCE_OF.get(rank)) {
    case "ledger":
      return ledger(data as unknown as LedgerData);
    case "timeline": {
      const { subject, settledAt, staffId, ...entry } = data as unknown as TimelineData;
      return {
        told: { source: "timeline", ...entry, settledAt: dateOf(settledAt) },
        names: subject,
        staffId,
      };
    }
    case "hint": {
      const { event, identifier, followedAt, ...rest } = data as unknown as HintData;
      const told = { event, followedAt: dateOf(followedAt), failure: failureIn(rest) };
      return { told: { source: "hint", ...told }, names: identifier ?? "" };
    }
    case "activity": {
      const { subject, kind, details, staffId } = data as unknown as ActivityData;
      const told = readActivity(kind, details);
      return told && { told: { source: "activity", ...told }, names: subject ?? "", staffId };
    }
    case "mapping": {
      const { variantId, decision, source: by, goods } = data as unknown as MappingData;
      return {
        told: { source: "mapping", decision, by, goods: goodsInWords(goods ?? []) },
        names: variantId,
      };
    }
    case "push": {
      const { sku, state } = data as unknown as PushData;
      return { told: { source: "push", state }, names: sku };
    }
    case undefined:
      return undefined;
  }
}

const SOURCE_OF: ReadonlyMap<number, Source> = new Map(
  (Object.keys(RANKS) as Source[]).map((source) => [RANKS[source], source]),
);

/** As the columns are called; times are text, as JSON has them. */
interface LedgerData {
  variantId: string;
  sku: string;
  figure: StockMode;
  shopFigure: number;
  target: number;
  outcome: LedgerOutcome;
  reason: string | null;
  cause: string | null;
  causeOf: string | null;
  causedAt: string | null;
}
interface TimelineData {
  subject: string;
  kind: TimelineKind;
  details: TimelineDetails;
  outcome: WriteOutcome | null;
  settledAt: string | null;
  staffId: string | null;
}
interface HintData {
  event: string;
  identifier: string | null;
  followedAt: string | null;
  quarantinedAt: string | null;
  retryAt: string | null;
  failure: string | null;
}
interface ActivityData {
  subject: string | null;
  kind: string;
  details: unknown;
  staffId: string | null;
}
interface MappingData {
  variantId: string;
  decision: MappingDecision;
  source: MappingSource;
  goods: { sku: string; quantity: number }[] | null;
}
interface PushData {
  sku: string;
  state: PushState;
}

/** One that has been processed since has failed no more. */
function failureIn({
  failure,
  quarantinedAt,
  retryAt,
}: Pick<HintData, "failure" | "quarantinedAt" | "retryAt">): EventFailure | null {
  if (failure === null || (quarantinedAt === null && retryAt === null)) return null;
  return {
    code: failure,
    key: sentenceKeyOf(failure),
    retryAt: quarantinedAt === null ? dateOf(retryAt) : null,
  };
}

function ledger(data: LedgerData): { told: Told; names: string } {
  const { variantId, shopFigure, target, cause: event, causeOf: of, causedAt, ...entry } = data;
  const { figure, sku, outcome, reason } = entry;
  const heardAt = dateOf(causedAt);
  const cause = event && heardAt ? causeOf({ event, of, heardAt }) : null;
  return {
    told: { source: "ledger", figure, sku, outcome, reason, cause, from: shopFigure, to: target },
    names: variantId,
  };
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text));
