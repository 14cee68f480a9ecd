import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { root } from '../nx.cjs';

/** What a small Debian server has. Node is not among it. */
const packages = ['systemd', 'systemd-sysv', 'dbus', 'curl', 'ca-certificates', 'procps'];

/** Creates a Debian by debootstrap, once. */
function createBase(): string {
  const base = join(root, 'node_modules/.cache/drover-clean-root');
  if (existsSync(base)) return base;
  const draft = `${base}.draft`;
  mkdirSync(dirname(base), { recursive: true });
  execFileSync('rm', ['-rf', draft]);
  const options = ['--variant=minbase', `--include=${packages.join(',')}`, 'bookworm'];
  execFileSync('debootstrap', [...options, draft], { stdio: ['ignore', 'ignore', 'inherit'] });
  renameSync(draft, base);
  return base;
}

/** A booted Debian with systemd as its first process, and with the network of this machine. */
export class Container {
  output = '';
  private readonly directory: string;
  private process: ChildProcess;

  /** Boots a copy of the Debian in the folder. */
  constructor(
    private readonly name: string,
    folder: string,
  ) {
    this.directory = join(folder, name);
    execFileSync('cp', ['-a', '--reflink=auto', createBase(), this.directory]);
    this.process = this.boot();
  }

  private boot(): ChildProcess {
    const options = ['--quiet', '--boot', '--register=no', '--keep-unit', '--console=pipe'];
    const place = ['--machine', this.name, '--directory', this.directory];
    const started = spawn('systemd-nspawn', [...options, ...place], { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [started.stdout, started.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    }
    return started;
  }

  /** The first process of the Debian. */
  private get leader(): string {
    const { pid } = this.process;
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0] ?? '';
  }

  /** Waits until systemd has started everything. */
  async untilBooted(signal: AbortSignal): Promise<void> {
    for (;;) {
      if (this.process.exitCode !== null) throw new Error(`${this.name} did not boot:\n${this.output}`);
      const { output } = await this.run('systemctl is-system-running').catch(() => ({ output: '' }));
      if (/^(running|degraded)/.test(output)) return;
      await delay(200, undefined, { signal });
    }
  }

  /** Runs a line of shell inside, as root in a new login. */
  async run(line: string): Promise<{ code: number; output: string }> {
    const env = ['-i', 'HOME=/root', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'];
    const inside = [
      '-t',
      String(this.leader),
      '--mount',
      '--uts',
      '--ipc',
      '--net',
      '--pid',
      '--root',
      '--wd',
    ];
    const command = ['env', ...env, 'sh', '-c', `cd /; exec 2>&1; ${line}`];
    try {
      const { stdout } = await promisify(execFile)('nsenter', [...inside, ...command]);
      return { code: 0, output: stdout };
    } catch (error) {
      const { code, stdout } = error as { code?: unknown; stdout?: string };
      if (typeof code !== 'number') throw error;
      return { code, output: stdout ?? '' };
    }
  }

  /** Restarts the machine, and returns when it is up again. */
  async restart(signal: AbortSignal): Promise<void> {
    const exited = once(this.process, 'exit', { signal });
    await this.run('systemctl reboot').catch(() => undefined);
    await exited;
    this.process = this.boot();
    await this.untilBooted(signal);
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null) return;
    const exited = once(this.process, 'exit');
    // Asks systemd-nspawn to power the container off.
    this.process.kill('SIGTERM');
    const timer = setTimeout(() => this.process.kill('SIGKILL'), 30_000);
    await exited;
    clearTimeout(timer);
  }
}
