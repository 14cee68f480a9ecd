import { readFileSync, rmSync } from 'node:fs';
import { z } from 'zod';
import { replaceFile, type DataFolder } from './data-folder';

/** What a device needs to open its link. The device token is valid for nothing else. */
export const Credential = z.object({
  server: z.string(),
  deviceId: z.string(),
  name: z.string(),
  token: z.string(),
});
export type Credential = z.infer<typeof Credential>;

export function readCredential(folder: DataFolder): Credential | undefined {
  let text: string;
  try {
    text = readFileSync(folder.credential, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return Credential.parse(JSON.parse(text));
  } catch {
    throw new Error(`${folder.credential} is not a valid credential file. Delete it and enrol again.`);
  }
}

export function saveCredential(folder: DataFolder, credential: Credential): void {
  replaceFile(folder.credential, `${JSON.stringify(credential, undefined, 2)}\n`);
}

/** Deletes the credential and the state of the runs that belong to it. */
export function deleteDeviceData(folder: DataFolder): void {
  rmSync(folder.credential, { force: true });
  rmSync(folder.state, { recursive: true, force: true });
}
