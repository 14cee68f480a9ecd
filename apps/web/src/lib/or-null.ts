import { isNotFound } from '@drover/sdk';

/** Returns null for a record that does not exist. */
export async function orNull<Item>(item: Promise<Item>): Promise<Item | null> {
  try {
    return await item;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}
