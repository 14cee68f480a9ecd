import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { createCertificate } from './certificate';
import { eventually } from './eventually';

/** An email that a test server received. */
export interface ReceivedMail {
  to: string;
  headers: string;
  /** The decoded text. */
  text: string;
}

const login = { username: 'drover', password: 'a mail password' };

/** An SMTP server that accepts emails only after STARTTLS and login. */
export class TestSmtp {
  readonly mails: ReceivedMail[] = [];
  /** The reply to each recipient. Undefined accepts it. */
  answer: (recipient: string) => { code: number; message: string } | undefined = () => undefined;
  /** The server replies to an email once this resolves. */
  hold: Promise<void> = Promise.resolve();

  private readonly server: SMTPServer;

  private constructor() {
    this.server = new SMTPServer({
      ...readCertificate(),
      // Offers the login only on an encrypted connection.
      allowInsecureAuth: false,
      disableReverseLookup: true,
      onAuth: ({ username, password }, _session, done) =>
        username === login.username && password === login.password
          ? done(null, { user: username })
          : done(new Error('Wrong user or password')),
      onRcptTo: ({ address }, _session, done) => {
        const refusal = this.answer(address);
        done(refusal && Object.assign(new Error(refusal.message), { responseCode: refusal.code }));
      },
      onData: (stream, { envelope }, done) => {
        void text(stream).then(async (source) => {
          await this.hold;
          this.mails.push(parseMail(source, envelope.rcptTo[0].address));
          done();
        });
      },
    });
    // Connections that a client aborts.
    this.server.on('error', () => undefined);
  }

  static async open(): Promise<TestSmtp> {
    const smtp = new TestSmtp();
    smtp.server.listen(0, '127.0.0.1');
    await once(smtp.server.server, 'listening');
    return smtp;
  }

  /** Settings of a server that sends its emails here. */
  get settings(): { SMTP_URL: string; MAIL_FROM: string } {
    return { SMTP_URL: this.urlFor(login.password), MAIL_FROM: 'Drover <drover@example.org>' };
  }

  urlFor(password: string): string {
    const { port } = this.server.server.address() as AddressInfo;
    const user = `${login.username}:${encodeURIComponent(password)}`;
    return `smtp://${user}@127.0.0.1:${port}?requireTLS=true&tls.rejectUnauthorized=false`;
  }

  /** Waits for emails to an address, and returns all so far. */
  mailsTo(recipient: string, count = 1): Promise<ReceivedMail[]> {
    return eventually(async () => {
      const mails = this.mails.filter(({ to }) => to === recipient);
      if (mails.length < count)
        throw new Error(`${mails.length} of ${count} emails to ${recipient} arrived.`);
      return mails;
    });
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(resolve));
  }
}

function readCertificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'drover-smtp-'));
  const { cert, key } = createCertificate(folder, 'mail');
  const pair = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return pair;
}

function parseMail(source: string, to: string): ReceivedMail {
  const [headers, ...body] = source.split('\r\n\r\n');
  const encoding = /^content-transfer-encoding: (\S+)/im.exec(headers)?.[1].toLowerCase();
  const content = body.join('\r\n\r\n');
  return { to, headers, text: decode(content, encoding).replaceAll('\r\n', '\n') };
}

function decode(content: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(content, 'base64').toString();
  if (encoding !== 'quoted-printable') return content;
  const bytes = content
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
