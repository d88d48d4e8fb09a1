/** Where an operator reads more. A test holds these to headings that exist. */
export const READ_MORE = {
  settings: "README.md#settings",
  encryption: "docs/operations.md#encrypted-connections",
  roles: "docs/operations.md#database-roles",
  migrations: "docs/operations.md#a-new-version-without-a-pause",
} as const;

export type Topic = keyof typeof READ_MORE;

/** One problem with a setting, as the operator reads it. `text` has no period and no value of any setting. */
export function problem(text: string, topic: Topic = "settings"): string {
  return `${text} (see ${READ_MORE[topic]}).`;
}

/** What a process exits with whose settings are wrong by themselves: no restart helps (EX_CONFIG of sysexits.h). */
export const REFUSED_SETTINGS_EXIT_CODE = 78;

/** Settings are wrong, or what they name cannot be used. Each problem is one sentence; the message has one a line. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
  readonly problems: readonly string[];
  /** 1 where what they name (a port, a database) may be right a minute later. */
  readonly exitCode: number;

  /** @param options.cause what PostgreSQL or the system answered; it may name hosts and users, so it is not shown. */
  constructor(
    problems: readonly string[],
    { exitCode = 1, ...options }: ErrorOptions & { exitCode?: number } = {},
  ) {
    super(problems.join("\n"), options);
    this.problems = problems;
    this.exitCode = exitCode;
  }
}
