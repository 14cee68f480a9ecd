/** Constants of uploads of artifacts. This file imports nothing, so that agents can bundle it without zod. */

/** Path of uploads: PUT LINK_ARTIFACTS_PATH/<sha256>, with the device token. */
export const LINK_ARTIFACTS_PATH = '/link/artifacts';

/** Bytes of one part of an upload. The last part of a content may be shorter. */
export const ARTIFACT_PART_BYTES = 4 * 1024 * 1024;
