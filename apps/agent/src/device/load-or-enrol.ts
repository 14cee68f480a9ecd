import { deleteDeviceData, readCredential, saveCredential, type Credential } from './credential';
import type { DataFolder } from './data-folder';
import { enrol, normalizeServerUrl } from './enrolment';
import { defaultDeviceName } from './machine';

/** Which server a device belongs to, and what it needs to enrol there. */
export interface EnrolmentOptions {
  server?: string;
  key?: string;
  name?: string;
}

/** Reads the saved credential, or enrols the device with the key. */
export async function loadOrEnrol(folder: DataFolder, options: EnrolmentOptions): Promise<Credential> {
  const { server, key, name } = options;
  const saved = readCredential(folder);
  if (saved && server && normalizeServerUrl(server) !== saved.server) {
    throw new Error(
      `${folder.root} belongs to ${saved.name} on ${saved.server}. Give the other device its own folder with --data.`,
    );
  }
  if (saved) {
    if (key) console.log(`Already enrolled as ${saved.name}. The key is not used.`);
    return saved;
  }
  if (!server || !key)
    throw new Error(
      'This device is not enrolled yet. Set DROVER_ENROLMENT_KEY and start it with --server URL.',
    );
  const credential = await enrol({ server, key, name: name ?? defaultDeviceName() }, (error, seconds) =>
    console.log(`${error.message} The next attempt is in ${seconds} s.`),
  );
  deleteDeviceData(folder);
  saveCredential(folder, credential);
  console.log(`Enrolled on ${credential.server} as ${credential.name}.`);
  return credential;
}
