import { ApiError } from '../http/api-error';

/** Codes of PostgreSQL and of Prisma for a value that another row has already. */
const takenCodes = new Set(['23505', 'P2002']);

/** Waits for a write, and says in the words of its feature that the name is taken. */
export async function unlessTaken<Result>(write: Promise<Result>, message: string): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    if (takenCodes.has((error as { code?: string }).code ?? '')) throw new ApiError('conflict', { message });
    throw error;
  }
}
