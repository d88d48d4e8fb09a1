import { crashOccasion, type Logger } from "./log.server.ts";

/** What Node reports of an error that nothing caught. */
const ORIGINS = ["uncaughtException", "unhandledRejection"] as const;

/**
 * Has the process end in order after an error that nothing caught: its state is unknown from then on. The log names the
 * error and the request or job in whose course it came up. That one is not waited for.
 *
 * A second such error ends the process at once.
 * @param end Begins to stop in order, with exit code 1.
 */
export function containCrashes({ log, end }: { log: Logger; end(): void }): void {
  let crashed = false;
  const crash = (origin: string, error: unknown) => {
    log.fatal({ origin, err: describeError(error) }, "an unexpected error ends the process");
    if (crashed) process.exit(1);
    crashed = true;
    crashOccasion(error);
    end();
  };
  for (const origin of ORIGINS)
    process.on(origin, (error: unknown) => {
      try {
        crash(origin, error);
      } catch {
        process.exit(1);
      }
    });
}

/** A stack has some ten frames, and each of the causes has as many. */
const CAUSES_MAX = 3;

/** Class, code and stack frames. Not the message: that of an unexpected error may quote what was worked on. */
function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code } = error as { code?: unknown };
  return {
    type: error.constructor.name,
    ...(typeof code === "string" && /^\w{1,60}$/.test(code) && { code }),
    stack: (error.stack ?? "")
      .split("\n")
      .filter((line) => /^ +at /.test(line))
      .join("\n"),
    ...(error.cause !== undefined && depth < CAUSES_MAX && { cause: describeError(error.cause, depth + 1) }),
  };
}
