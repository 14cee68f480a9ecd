import type { Drover } from '@drover/sdk';
import { selectDevice } from './select-devices';
import { isId, selectToken } from './select-record';
import { selectScript } from './select-script';

/**
 * Returns the ID that a filter by a device has. An ID is not looked up, because the history of a device outlives it; nor
 * are the IDs of the other functions.
 */
export async function findDeviceId(drover: Drover, reference?: string): Promise<string | undefined> {
  if (reference === undefined || isId(reference)) return reference;
  return (await selectDevice(drover, reference))._id;
}

/** Returns the ID that a filter by a script or a devscript has. */
export async function findScriptId(drover: Drover, reference?: string): Promise<string | undefined> {
  if (reference === undefined || isId(reference)) return reference;
  return (await selectScript(drover, reference)).script._id;
}

/** Returns the ID that a filter by an access token has. */
export async function findTokenId(drover: Drover, reference?: string): Promise<string | undefined> {
  if (reference === undefined || isId(reference)) return reference;
  return (await selectToken(drover, reference))._id;
}
