/** What is known of the present webhook key. */
export interface KeyKnown {
  /** When an event last proved it right, as far as that was news. */
  keyProvenAt: Date | null;
  /** When a refused event was last noted. */
  keyRefusedAt: Date | null;
}

/** Refused events are noted no more often than this. */
const NOTED_EVERY_MS = 60_000;

export interface Refusal {
  /** Whether it is written down at all. */
  notes: boolean;
  /** Whether the merchant is told that the key seems wrong. */
  tells: boolean;
  /** Only a note as old as this, or none, makes room for another. */
  before: Date;
}

/**
 * What comes of an event whose signature fits no key. Of a key that nothing has proven yet, the first one tells: it was
 * mistyped. Of one that was right until now, a single one may be anybody's; it takes a second one, at least a minute
 * later, with nothing good in between.
 */
export function decideRefusal(known: KeyKnown, now: Date): Refusal {
  const before = new Date(now.getTime() - NOTED_EVERY_MS);
  const notes = timeOf(known.keyRefusedAt) <= before.getTime();
  return { notes, tells: notes && isInDoubt(known), before };
}

/** Whether an event signed with the present key is news: it was not known to be right, or seemed wrong since. */
export function decideProof(known: KeyKnown): boolean {
  return isInDoubt(known);
}

/** Whether a key was never proven right, or seemed wrong since it was. */
function isInDoubt({ keyProvenAt, keyRefusedAt }: KeyKnown): boolean {
  return keyProvenAt === null || timeOf(keyRefusedAt) > keyProvenAt.getTime();
}

/** In milliseconds; what never was lies before everything. */
const timeOf = (at: Date | null): number => at?.getTime() ?? 0;
