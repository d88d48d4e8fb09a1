import { readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import type { DatabaseUrl } from "../../app/database/parse-database-url.ts";
import { scramVerifier } from "./scram-verifier.ts";

const GRANTS = readFileSync(join(import.meta.dirname, "grant-app-role.sql"), "utf8");

/**
 * Gives the app's role what the app does and nothing else (`grant-app-role.sql`). Creates the role when it is missing.
 * Does nothing when it is the owner's own role. Repeatable.
 * @param owner connected as the owner of the tables; one that may create the role, if it is missing
 * @param app the role, and the password that it gets when it is created
 */
export async function grantAppRole(
  owner: pg.Client,
  { user: role, password }: Pick<DatabaseUrl, "user" | "password">,
): Promise<void> {
  const { rows } = await owner.query<{ isOwner: boolean; exists: boolean }>(
    `SELECT current_user = $1 AS "isOwner", EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS "exists"`,
    [role],
  );
  const { isOwner = false, exists = false } = rows[0] ?? {};
  if (isOwner) return;
  await owner.query("BEGIN");
  try {
    if (!exists) {
      const secret = password ? ` PASSWORD ${owner.escapeLiteral(scramVerifier(password))}` : "";
      await owner.query(`CREATE ROLE ${owner.escapeIdentifier(role)} LOGIN${secret}`);
    }
    await owner.query("SELECT set_config('dockline.app_role', $1, true)", [role]);
    await owner.query(GRANTS);
    await owner.query("COMMIT");
  } catch (error) {
    await owner.query("ROLLBACK");
    throw error;
  }
}
