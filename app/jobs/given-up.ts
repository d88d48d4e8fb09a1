/**
 * What a row of `graphile_worker.jobs` fulfils that has used up its tries and waits for somebody to have it tried again.
 */
export const GIVEN_UP = `"attempts" >= "max_attempts" AND "locked_at" IS NULL AND "key" IS NOT NULL`;

/**
 * And one that looks as if it had, and that nobody need care for. A job that is asked for again, or called off, while it runs
 * loses its key, and graphile-worker counts its tries as used up. Should it fail after all, or its worker be killed, another
 * does its work or nobody wants it. Without a key are also the minutes of a round, which the next round makes up for.
 */
export const OVERTAKEN = `"attempts" >= "max_attempts" AND "locked_at" IS NULL AND "key" IS NULL`;
