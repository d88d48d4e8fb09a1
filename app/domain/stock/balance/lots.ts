/** Units that moved on one side and are expected to move on the other. */
export interface Lot {
  /** 1 or more. */
  units: number;
  /** When the units moved, or were first seen to have, in milliseconds since 1970. */
  at: number;
}

/** Lots, the oldest first. */
export type Lots = readonly Lot[];

export const NO_LOTS: Lots = [];

export interface Taken {
  /** How many units there were of those asked for. */
  taken: number;
  rest: Lots;
}

export function unitsIn(lots: Lots): number {
  let units = 0;
  for (const lot of lots) units += lot.units;
  return units;
}

/** Adds units that moved at `at`. Units of one moment are one lot. */
export function addUnits(lots: Lots, { units, at }: Lot): Lots {
  if (units <= 0) return lots;
  const place = lots.findLastIndex((lot) => lot.at <= at);
  const same = lots[place];
  if (same?.at === at) return lots.with(place, { units: same.units + units, at });
  return lots.toSpliced(place + 1, 0, { units, at });
}

/** Takes up to so many units, those that have waited longest first. */
export function takeOldest(lots: Lots, units: number): Taken {
  if (units <= 0 || lots.length === 0) return { taken: 0, rest: lots };
  let left = units;
  const rest: Lot[] = [];
  for (const lot of lots) {
    const used = Math.min(left, lot.units);
    left -= used;
    if (lot.units > used) rest.push({ units: lot.units - used, at: lot.at });
  }
  return { taken: units - left, rest };
}

/** Takes up to so many units, those observed last first. */
export function takeYoungest(lots: Lots, units: number): Taken {
  const taken = Math.min(Math.max(0, units), unitsIn(lots));
  return { taken, rest: taken > 0 ? keepOldest(lots, unitsIn(lots) - taken) : lots };
}

/** The oldest of these lots, up to so many units. */
export function keepOldest(lots: Lots, units: number): Lots {
  const kept: Lot[] = [];
  let left = units;
  for (const lot of lots) {
    if (left <= 0) break;
    kept.push({ units: Math.min(left, lot.units), at: lot.at });
    left -= lot.units;
  }
  return kept;
}

/** The youngest of these lots, up to so many units. */
export const keepYoungest = (lots: Lots, units: number): Lots => takeOldest(lots, unitsIn(lots) - units).rest;

/** Drops the lots observed before `before`. */
export function dropOlder(lots: Lots, before: number): Lots {
  return lots.some(({ at }) => at < before) ? lots.filter(({ at }) => at >= before) : lots;
}
