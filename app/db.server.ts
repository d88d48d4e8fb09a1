import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient, type Prisma } from "@prisma/client";
import pg from "pg";

export type Db = PrismaClient;
export type Tx = Prisma.TransactionClient;

/**
 * Connections one process keeps at most. Ten jobs at a time, a few page loads, and the queue's own listener;
 * PostgreSQL's default limit of 100 then allows five processes.
 */
const POOL_SIZE = 18;

/** One pool for everything this process asks of PostgreSQL: queries and the job queue. */
export function openDatabase(url: string): { db: Db; pool: pg.Pool; close(): Promise<void> } {
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE });
  const db = new PrismaClient({ adapter: new PrismaPg(pool) });
  return {
    db,
    pool,
    async close() {
      await db.$disconnect();
      await pool.end();
    },
  };
}
