import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";

type Adapter = Awaited<ReturnType<PrismaPg["connect"]>>;
type Transaction = Awaited<ReturnType<Adapter["startTransaction"]>>;

/**
 * Prisma's adapter for `pg`, whose transactions give their connection back however they end.
 *
 * Prisma gives it back after COMMIT and ROLLBACK, unless they fail. So each transaction whose connection breaks keeps a place in
 * the pool for good, as does each one that PostgreSQL refuses to commit; and a transaction that takes too long on a broken
 * connection rejects in a timer, which ends the process.
 */
export class ReleasingAdapter extends PrismaPg {
  constructor(pool: pg.Pool) {
    super(pool);
  }

  override async connect(): Promise<Adapter> {
    const adapter = await super.connect();
    const start = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (isolationLevel) => releasing(await start(isolationLevel));
    return adapter;
  }
}

function releasing(transaction: Transaction): Transaction {
  const execute = transaction.executeRaw.bind(transaction);
  transaction.executeRaw = async (query) => {
    try {
      return await execute(query);
    } catch (error) {
      // With its connection the transaction is gone, as was asked. Prisma gives the connection back next.
      if (query.sql === "ROLLBACK") return 0;
      if (query.sql === "COMMIT") await transaction.rollback();
      throw error;
    }
  };
  return transaction;
}
