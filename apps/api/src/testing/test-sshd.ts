import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually';
import { freePort } from './ports';

const program = '/usr/sbin/sshd';

/** A private SSH server with keys of its own. */
export class TestSshd {
  readonly user = userInfo().username;
  /** The private key that it accepts. */
  readonly privateKey: string;
  private readonly folder = mkdtempSync(join(tmpdir(), 'drover-sshd-'));
  private child: ChildProcess | undefined;

  constructor(readonly port: number) {
    this.privateKey = readFileSync(this.createKey('client'), 'utf8');
    writeFileSync(join(this.folder, 'authorized_keys'), readFileSync(join(this.folder, 'client.pub')));
  }

  static async start(): Promise<TestSshd> {
    const sshd = new TestSshd(await freePort());
    await sshd.restart();
    return sshd;
  }

  /** The key of the host, as `ssh-keyscan` prints it. */
  get knownHost(): string {
    const [type, key] = readFileSync(join(this.folder, 'host.pub'), 'utf8').split(' ');
    return `[127.0.0.1]:${this.port} ${type} ${key}`;
  }

  /** Starts it with a new host key. */
  async restart(): Promise<void> {
    await this.stop();
    for (const name of ['host', 'host.pub']) rmSync(join(this.folder, name), { force: true });
    this.createKey('host');
    const config = [
      `Port ${this.port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${join(this.folder, 'host')}`,
      `AuthorizedKeysFile ${join(this.folder, 'authorized_keys')}`,
      ...['StrictModes no', 'UsePAM no', 'PidFile none', 'PasswordAuthentication no', 'PermitRootLogin yes'],
    ];
    writeFileSync(join(this.folder, 'config'), `${config.join('\n')}\n`);
    if (userInfo().uid === 0 && !existsSync('/run/sshd')) mkdirSync('/run/sshd', { mode: 0o755 });
    this.child = spawn(program, ['-D', '-e', '-f', join(this.folder, 'config')], { stdio: 'ignore' });
    await eventually(
      () =>
        new Promise<void>((resolve, reject) => {
          const socket = connect(this.port, '127.0.0.1', () => {
            socket.destroy();
            resolve();
          }).once('error', reject);
        }),
    );
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async stop(): Promise<void> {
    const { child } = this;
    if (!child) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill();
    await ended;
  }

  private createKey(name: string): string {
    const file = join(this.folder, name);
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file]);
    return file;
  }
}
