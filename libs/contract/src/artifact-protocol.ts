/** Constants of uploads of artifacts. This file imports nothing, so that agents can bundle it without zod. */

/** Path of uploads: PUT LINK_ARTIFACTS_PATH/<sha256>, with the device token. */
export const LINK_ARTIFACTS_PATH = '/link/artifacts';

/** Smaller contents are sent at once. For larger ones the device first asks, without a body, how much the server has. */
export const ARTIFACT_ASK_FIRST_BYTES = 64 * 1024;

/** Bytes of one part of an upload, which is stored as a whole or not at all. The last part of a content may be shorter. */
export const ARTIFACT_PART_BYTES = 4 * 1024 * 1024;

/** Most bytes of the parts that one request brings. */
export const ARTIFACT_REQUEST_BYTES = 16 * ARTIFACT_PART_BYTES;
