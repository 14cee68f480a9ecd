import type { Base64, CryptoKey, CryptoOptions, ScriptCrypto } from '@drover/script-types';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolvePath } from './files';

type Format = CryptoOptions['input'];

export function createBase64(): Base64 {
  return {
    encode: (text, encoding) => toBytes(text, 'string', encoding).toString('base64'),
    decode: (base64, encoding = 'utf-8') =>
      new TextDecoder(encoding).decode(Buffer.from(String(base64), 'base64')),
  };
}

function toBytes(data: unknown, format?: Format, encoding = 'utf-8'): Buffer {
  if (data instanceof Uint8Array || Array.isArray(data)) return Buffer.from(data as Uint8Array);
  const text = String(data);
  if (format === 'file') return readFileSync(resolvePath(text));
  if (format === 'base64' || format === 'hex') return Buffer.from(text, format);
  if (!Buffer.isEncoding(encoding)) {
    throw new Error(`The encoding ${encoding} cannot be written. Use utf-8, utf-16le or latin1.`);
  }
  return Buffer.from(text, encoding);
}

function fromBytes(bytes: Buffer, { output, encoding = 'utf-8', dest }: CryptoOptions): unknown {
  if (output === 'bytes') return bytes;
  if (output === 'base64' || output === 'hex') return bytes.toString(output);
  if (output === 'string') return new TextDecoder(encoding).decode(bytes);
  if (!dest) throw new TypeError("$crypto: output 'file' needs the path in dest.");
  writeFileSync(resolvePath(dest), bytes);
  return undefined;
}

class Key implements CryptoKey {
  readonly data: Buffer;
  readonly keyPair?: 'public' | 'private';

  constructor(data: string | Uint8Array, options: CryptoOptions & { keyPair?: 'public' | 'private' } = {}) {
    // Keys of key pairs are written in Base64.
    this.data = toBytes(data, options.input ?? (options.keyPair ? 'base64' : 'string'), options.encoding);
    this.keyPair = options.keyPair;
  }

  toString(): string {
    return this.data.toString('base64');
  }
}

export function createCrypto(): ScriptCrypto {
  const crypto = process.getBuiltinModule('node:crypto');
  return {
    Key,
    digest(message, algorithm, options = {}) {
      const name = algorithm.replace(/^SHA-/i, 'sha');
      if (!crypto.getHashes().some((known) => known.toLowerCase() === name.toLowerCase())) {
        throw new Error(
          `$crypto.digest: unknown algorithm ${algorithm}. Use MD5, SHA-1, SHA-256, SHA-384 or SHA-512.`,
        );
      }
      const bytes = crypto
        .createHash(name)
        .update(toBytes(message, options.input, options.encoding))
        .digest();
      return fromBytes(bytes, { ...options, output: options.output ?? 'hex' });
    },
    encrypt: (data, key, ...[algorithm, options]) => transform('encrypt', { data, key, algorithm, options }),
    decrypt: (data, key, ...[algorithm, options]) => transform('decrypt', { data, key, algorithm, options }),
    generateKeyPair(algorithm, bits = 2048) {
      if (algorithm.toUpperCase() !== 'RSA')
        throw new Error('$crypto.generateKeyPair: only RSA is supported here.');
      const { publicKey, privateKey } = crypto.generateKeyPairSync('rsa', {
        modulusLength: bits,
        publicKeyEncoding: { type: 'spki', format: 'der' },
        privateKeyEncoding: { type: 'pkcs8', format: 'der' },
      });
      return {
        publicKey: new Key(publicKey, { keyPair: 'public' }),
        privateKey: new Key(privateKey, { keyPair: 'private' }),
      };
    },
  };
}

type Direction = 'encrypt' | 'decrypt';

interface Transformation {
  data: unknown;
  key: CryptoKey;
  algorithm: string;
  options?: CryptoOptions;
}

function transform(direction: Direction, { data, key, algorithm, options = {} }: Transformation): unknown {
  const input = toBytes(data, options.input, options.encoding);
  const [cipher = '', mode = 'ECB', padding = 'PKCS5Padding'] = algorithm.toUpperCase().split('/');
  let bytes: Buffer;
  if (cipher === 'AES') bytes = transformAes(direction, input, { key, mode, padding, iv: options.iv });
  else if (cipher === 'RSA') bytes = transformRsa(direction, input, key);
  else throw new Error(`$crypto: ${algorithm} is not supported here. Use AES or RSA, or require('crypto').`);
  return fromBytes(bytes, { ...options, output: options.output ?? 'bytes' });
}

interface AesOptions {
  key: CryptoKey;
  mode: string;
  padding: string;
  iv?: string | Uint8Array;
}

function transformAes(direction: Direction, input: Buffer, { key, mode, padding, iv }: AesOptions): Buffer {
  const { createCipheriv, createDecipheriv } = process.getBuiltinModule('node:crypto');
  const name = mode.toLowerCase();
  if (!['ecb', 'cbc', 'cfb', 'ofb', 'ctr'].includes(name)) {
    throw new Error(
      `$crypto: AES/${mode} is not supported here. Use ECB, CBC, CFB, OFB or CTR, or require('crypto').`,
    );
  }
  if (![16, 24, 32].includes(key.data.length)) {
    throw new Error(`$crypto: an AES key has 16, 24 or 32 bytes, not ${key.data.length}.`);
  }
  if (name !== 'ecb' && !iv) throw new Error(`$crypto: AES/${mode} needs the option iv, with 16 bytes.`);
  const create = direction === 'encrypt' ? createCipheriv : createDecipheriv;
  const cipher = create(`aes-${key.data.length * 8}-${name}`, key.data, name === 'ecb' ? null : toBytes(iv));
  cipher.setAutoPadding(padding !== 'NOPADDING');
  return Buffer.concat([cipher.update(input), cipher.final()]);
}

/** A public key encrypts and a private one decrypts, or the other way round. */
function transformRsa(direction: Direction, input: Buffer, key: CryptoKey): Buffer {
  const crypto = process.getBuiltinModule('node:crypto');
  const data = Buffer.from(key.data);
  if (key.keyPair === 'private') {
    const privateKey = crypto.createPrivateKey({ key: data, format: 'der', type: 'pkcs8' });
    if (direction === 'encrypt') return crypto.privateEncrypt(privateKey, input);
    return removePadding(
      crypto.privateDecrypt({ key: privateKey, padding: crypto.constants.RSA_NO_PADDING }, input),
    );
  }
  const publicKey = crypto.createPublicKey({ key: data, format: 'der', type: 'spki' });
  if (direction === 'decrypt') return crypto.publicDecrypt(publicKey, input);
  return crypto.publicEncrypt({ key: publicKey, padding: crypto.constants.RSA_PKCS1_PADDING }, input);
}

/** Removes the padding of PKCS #1 version 1.5, which Node refuses to remove because of attacks on servers. */
function removePadding(block: Buffer): Buffer {
  const end = block.indexOf(0, 2);
  if (block[0] !== 0 || block[1] !== 2 || end < 10)
    throw new Error('$crypto.decrypt: the data does not fit the key.');
  return block.subarray(end + 1);
}
