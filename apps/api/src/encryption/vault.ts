import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { ApiError } from '../errors/api-error';
import { createKeyFile, keyIdOf, readKeyFile } from './keys';

/**
 * Encrypts values for the database. A value can only be decrypted with the additional data (`about`) of its encryption.
 */
export interface Vault {
  seal(text: string, about: string[]): Promise<Buffer<ArrayBuffer>>;
  open(sealed: Uint8Array, about: string[]): Promise<string>;
  /** Returns whether a value was encrypted with the current key, not a former one. */
  isFresh(sealed: Uint8Array): Promise<boolean>;
}

/** Format of an encrypted value: version, key ID, nonce, ciphertext, tag. */
const version = Buffer.of(1);
const keyIdEnd = 5;
const nonceEnd = keyIdEnd + 12;
const tagBytes = 16;
const cipherName = 'aes-256-gcm';

/** The settings that choose the keys. */
interface VaultSettings {
  /** The current key, then former keys. */
  DROVER_SECRET_KEY?: Buffer[];
  DATABASE_URL?: string;
  DATA_DIR: string;
}

/**
 * Creates a vault with AES-256-GCM and the keys of DROVER_SECRET_KEY. With the embedded database, the default is a key
 * file in the data directory, created at first use. Several servers share no directory, so they need the setting.
 */
export function openVault({ DROVER_SECRET_KEY, DATABASE_URL, DATA_DIR }: VaultSettings): Vault {
  let loaded: Buffer[] = DROVER_SECRET_KEY ?? [];
  let creating: Promise<Buffer[]> | undefined;

  async function keys(): Promise<Buffer[]> {
    if (loaded.length === 0 && !DATABASE_URL) loaded = await readKeyFile(DATA_DIR);
    return loaded;
  }

  async function currentKey(): Promise<Buffer> {
    const [key] = await keys();
    if (key) return key;
    if (DATABASE_URL) throw new ApiError('noSecretKey');
    creating ??= createKeyFile(DATA_DIR).finally(() => (creating = undefined));
    loaded = await creating;
    return loaded[0];
  }

  return {
    async seal(text, about) {
      const key = await currentKey();
      const [keyId, nonce] = [keyIdOf(key), randomBytes(nonceEnd - keyIdEnd)];
      const cipher = createCipheriv(cipherName, key, nonce).setAAD(additionalData(keyId, about));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([version, keyId, nonce, encrypted, cipher.getAuthTag()]);
    },

    async open(sealed, about) {
      const bytes = Buffer.from(sealed);
      const keyId = bytes.subarray(1, keyIdEnd);
      const key = (await keys()).find((candidate) => keyIdOf(candidate).equals(keyId));
      if (!key || bytes[0] !== version[0]) throw new ApiError('noSecretKey', { message: unknownKey });
      const decipher = createDecipheriv(cipherName, key, bytes.subarray(keyIdEnd, nonceEnd));
      decipher.setAAD(additionalData(keyId, about)).setAuthTag(bytes.subarray(-tagBytes));
      const text = decipher.update(bytes.subarray(nonceEnd, -tagBytes));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    },

    async isFresh(sealed) {
      const [key] = await keys();
      return key !== undefined && keyIdOf(key).equals(Buffer.from(sealed).subarray(1, keyIdEnd));
    },
  };
}

const unknownKey =
  'A value was encrypted with a key that this server does not have. Add it to DROVER_SECRET_KEY, after the current key.';

function additionalData(keyId: Buffer, about: string[]): Buffer {
  return Buffer.concat([version, keyId, Buffer.from(JSON.stringify(about))]);
}
