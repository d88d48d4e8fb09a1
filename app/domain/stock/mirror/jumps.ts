/** The ways in which a variant that is held back would jump: to 0, down but not to 0, up. */
export const JUMP_WAYS = ["emptied", "lowered", "raised"] as const;
export type JumpWay = (typeof JUMP_WAYS)[number];

/** Variants that are held back, with the units of them in the store, and those that it would show. */
export type Jumps = {
  count: number;
  shown: number;
  target: number;
};

export type StoppedJumps = Record<JumpWay, Jumps>;

export const countOf = (stopped: StoppedJumps): number =>
  JUMP_WAYS.reduce((sum, way) => sum + stopped[way].count, 0);
