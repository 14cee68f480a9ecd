import type { Prisma } from './client/client';

/** A transaction, of the driver or of Prisma. */
export interface Statements {
  query<Row>(text: string, values: unknown[]): Promise<{ rows: Row[] }>;
}

/** The statements of a transaction that Prisma has begun. */
export function statementsOf(transaction: Prisma.TransactionClient): Statements {
  return {
    query: async <Row>(text: string, values: unknown[]) => ({
      rows: await transaction.$queryRawUnsafe<Row[]>(text, ...values),
    }),
  };
}
