/** How a job stands: it is due, running, put off until later, or given up after its last try. */
export const JOB_STATES = ["due", "running", "later", "given-up"] as const;
export type JobState = (typeof JOB_STATES)[number];

const USED_UP = `"attempts" >= "max_attempts" AND "locked_at" IS NULL`;

/** What a row of `graphile_worker.jobs` fulfils that has used up its tries and waits for somebody to have it tried again. */
export const GIVEN_UP = `${USED_UP} AND "key" IS NOT NULL`;

/**
 * And one that looks as if it had, and that nobody need care for. A job that is asked for again, or called off, while it runs
 * loses its key, and graphile-worker counts its tries as used up. Should it fail after all, or its worker be killed, another
 * does its work or nobody wants it. Without a key are also the minutes of a round, which the next round makes up for.
 */
export const OVERTAKEN = `${USED_UP} AND "key" IS NULL`;

/** The state of such a row: a `JobState`, or `overtaken`. */
export const JOB_STATE = `
  CASE WHEN "locked_at" IS NOT NULL THEN 'running' WHEN ${GIVEN_UP} THEN 'given-up' WHEN ${OVERTAKEN} THEN 'overtaken'
    WHEN "run_at" > now() THEN 'later' ELSE 'due' END`;
