import { isNotFound } from '@drover/sdk';

/** What a request answers, or nothing where there is no such record. */
export async function orNone<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
