import { asAdmin } from "./database.ts";
import type { World } from "./world.ts";

/**
 * Closes the world's database: nobody gets in, and whoever is connected is cut off.
 * @returns what opens it again
 */
export async function closeDatabase({ services }: Pick<World, "services">): Promise<() => Promise<void>> {
  const name = new URL(services.env.DATABASE_URL).pathname.slice(1);
  await asAdmin(async (admin) => {
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name]);
  });
  return async () => {
    await asAdmin((admin) => admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`));
  };
}
