import { ApiError } from '../errors/api-error';

/** Codes of PostgreSQL and Prisma for a violated unique constraint. */
const takenCodes = new Set(['23505', 'P2002']);

/** Waits for a write. Throws a conflict with the message if the name is taken. */
export async function conflictIfTaken<Result>(write: Promise<Result>, message: string): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    if (takenCodes.has((error as { code?: string }).code ?? '')) throw new ApiError('conflict', { message });
    throw error;
  }
}
