import { setTimeout as sleep } from "node:timers/promises";
import { decideRetry } from "./decide-retry.ts";
import { FulfilmentError } from "./errors.ts";

/** What came of asking for something new. */
export interface Created<T> {
  record: T;
  /** `answered`: made by this call. `found`: it was there when we asked, made by an attempt of ours or before. */
  how: "answered" | "found";
  /** It was there before this call. */
  wasThere: boolean;
}

/** What came of asking for several new things at once. */
export interface ManyCreated<T> {
  created: T[];
  /** There when we asked after an unclear answer: made by the unclear attempt, or there before. */
  found: T[];
}

/**
 * Creates something that has an identifier of ours, once. A create is never repeated blindly: when it is not sure
 * whether it landed, or the warehouse refuses it, the warehouse is asked whether it is there; only when it is not, the
 * create is sent again. Should the first one land after that, the second is refused as a duplicate, and asking finds
 * it. So calling this again, after whatever failure, makes nothing twice.
 */
export async function createOnce<T>({
  create,
  find,
}: {
  create: () => Promise<T>;
  find: () => Promise<T | null>;
}): Promise<Created<T>> {
  let mayBeOurs = false;
  for (let attempt = 1; ; attempt++) {
    try {
      return { record: await create(), how: "answered", wasThere: false };
    } catch (error) {
      if (!(error instanceof FulfilmentError)) throw error;
      if (!error.ambiguous && error.code !== "refused") throw error;
      mayBeOurs ||= error.ambiguous;
      const record = await find();
      if (record !== null) return { record, how: "found", wasThere: !mayBeOurs };
      await patience(error, attempt);
    }
  }
}

/** Like `createOnce`, for a list: after an unclear answer each is asked for, and only those missing are sent again. */
export async function createManyOnce<W, T>({
  wanted,
  create,
  find,
}: {
  wanted: W[];
  create: (missing: W[]) => Promise<T[]>;
  find: (one: W) => Promise<T | null>;
}): Promise<ManyCreated<T>> {
  const found: T[] = [];
  let missing = wanted;
  let unclear = false;
  for (let attempt = 1; ; attempt++) {
    if (missing.length === 0) return { created: [], found };
    try {
      return { created: await create(missing), found };
    } catch (error) {
      if (!(error instanceof FulfilmentError)) throw error;
      unclear ||= error.ambiguous;
      if (!error.ambiguous && !(unclear && error.code === "refused")) throw error;
      const answers = await Promise.all(missing.map(async (one) => ({ one, record: await find(one) })));
      found.push(...answers.map(({ record }) => record).filter((record) => record !== null));
      missing = answers.filter(({ record }) => record === null).map(({ one }) => one);
      if (missing.length > 0) await patience(error, attempt);
    }
  }
}

/** Waits until it is time for the next attempt. @throws the error when there is none. */
async function patience(error: FulfilmentError, attempt: number): Promise<void> {
  const waitMs = decideRetry(error, { attempt, random: Math.random() });
  if (waitMs === null) throw error;
  await sleep(waitMs);
}
