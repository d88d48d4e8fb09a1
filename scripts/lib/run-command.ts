import { existsSync } from "node:fs";
import { join } from "node:path";
import { REFUSED_SETTINGS_EXIT_CODE, SettingsError } from "../../app/config/settings-error.ts";
import { misspelledSettings, readEnv, type Env, type SettingName } from "../../app/env.server.ts";
import { ROOT } from "../run-tool.ts";
import { CommandError } from "./command-error.ts";

/** What a command reads that works on the database. */
export const DATABASE_SETTINGS = [
  "NODE_ENV",
  "DOCKLINE_DEMO",
  "DATABASE_URL",
  "MIGRATION_DATABASE_URL",
  "UNENCRYPTED_HOSTS",
] as const satisfies SettingName[];

/**
 * Runs an operator's command. What is wrong with a setting, or with something the command needs, is printed as
 * sentences; a stack trace is for faults of ours.
 */
export async function runCommand(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof SettingsError || error instanceof CommandError)) throw error;
    process.stderr.write(`${error.message}\n`);
    // A connection that never came about may be open still, and would hold the command for a minute.
    process.exit(error instanceof SettingsError ? error.exitCode : 1);
  }
}

/** Adds to the environment what a file `.env` sets and the environment does not. */
export function loadEnvFile(): void {
  const file = join(ROOT, ".env");
  if (!existsSync(file)) return;
  try {
    process.loadEnvFile(file);
  } catch (cause) {
    throw new SettingsError(["The file .env cannot be read; correct its permissions."], {
      cause,
      exitCode: REFUSED_SETTINGS_EXIT_CODE,
    });
  }
}

/**
 * Reads these settings from the environment and a file `.env`, and warns of variables that look misspelled.
 * @throws SettingsError
 */
export function readCommandEnv<Name extends SettingName>(names: readonly Name[]): Pick<Env, Name> {
  loadEnvFile();
  const env = readEnv(process.env, names);
  for (const warning of misspelledSettings()) process.stderr.write(`${warning}\n`);
  return env;
}
