import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** What a browser would say about itself. */
interface Page {
  origin: string;
  rpId: string;
}

const base64url = (bytes: Buffer) => bytes.toString('base64url');
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest();

/** Flags of authenticator data: the person was present and verified, and the data has a credential. */
const flags = { present: 1, verified: 4, credential: 64 };

/** A passkey in software, as an authenticator would hold it (WebAuthn, ES256, no attestation). */
export class TestAuthenticator {
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly id = base64url(randomBytes(32));
  counter = 0;

  /** `flags` replaces those of a person who was verified. */
  constructor(
    private readonly page: Page,
    private readonly userFlags = flags.present | flags.verified,
  ) {}

  /** Answers `navigator.credentials.create`. */
  register(challenge: string) {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const id = Buffer.from(this.id, 'base64url');
    const publicKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const data = Buffer.concat([this.header(flags.credential), Buffer.alloc(16), length, id, publicKey]);
    const attestationObject = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from([0x58, data.length]),
      data,
    ]);
    const clientDataJSON = base64url(this.clientData('webauthn.create', challenge));
    return this.answer({ clientDataJSON, attestationObject: base64url(attestationObject) });
  }

  /** Answers `navigator.credentials.get`. */
  sign(challenge: string, personId: string) {
    this.counter += 1;
    const clientData = this.clientData('webauthn.get', challenge);
    const authenticatorData = this.header(0);
    const signed = createSign('sha256').update(authenticatorData).update(sha256(clientData));
    return this.answer({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authenticatorData),
      signature: base64url(signed.sign(this.keys.privateKey)),
      userHandle: base64url(Buffer.from(personId)),
    });
  }

  private header(more: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(this.page.rpId), Buffer.from([this.userFlags | more]), counter]);
  }

  private clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.page.origin, crossOrigin: false }));
  }

  private answer<Response>(response: Response) {
    return { id: this.id, rawId: this.id, type: 'public-key' as const, response };
  }
}
