/** What a phone needs to open its link. The device token is valid for nothing else. */
export interface Credential {
  server: string;
  token: string;
  deviceId: string;
  name: string;
}

const storage = storages.create('drover');

export function readCredential(): Credential | undefined {
  const text = storage.get('credential');
  return text ? (JSON.parse(text) as Credential) : undefined;
}

export function saveCredential(credential: Credential): void {
  storage.put('credential', JSON.stringify(credential));
}

export function deleteCredential(): void {
  storage.remove('credential');
}
