import { createHash } from 'node:crypto';

/** The project that a code was built from, and its devscript. */
export interface SealedProject {
  devscriptId: string;
  sourcesSha256: string;
  mapSha256: string | null;
  phoneSha256: string | null;
  phoneMapSha256: string | null;
}

/**
 * Adds a line that differs for each project, so that equal code of different projects has different hashes. The line covers
 * the code for phones too: a change of it is a change of the code, which needs a review.
 */
export function sealCode(code: Buffer, project: SealedProject): Buffer {
  const { devscriptId, sourcesSha256, mapSha256, phoneSha256, phoneMapSha256 } = project;
  const forPhones = phoneSha256 === null ? [] : [phoneSha256, phoneMapSha256];
  const hash = createHash('sha256')
    .update(JSON.stringify([devscriptId, sourcesSha256, mapSha256, ...forPhones]))
    .digest('hex');
  return Buffer.concat([code, Buffer.from(`\n//# droverProject=${hash}\n`)]);
}

/** The length of the line that `sealCode` adds. */
const sealBytes = `\n//# droverProject=${'0'.repeat(64)}\n`.length;

/** Returns code without the line that `sealCode` adds, if it has one. */
export function unsealCode(code: Buffer): Buffer {
  const end = code.subarray(-sealBytes).toString('latin1');
  return /^\n\/\/# droverProject=[0-9a-f]{64}\n$/.test(end) ? code.subarray(0, -sealBytes) : code;
}
