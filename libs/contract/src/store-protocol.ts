/** Constants of calls of the store. This file imports nothing, so that agents can bundle it without zod. */

/** Path of calls: POST LINK_STORE_PATH, with the device token. */
export const LINK_STORE_PATH = '/link/store';

/** Bytes of one call. The longest value fits, with all its characters escaped once more. */
export const STORE_CALL_BYTES = 262_144;
