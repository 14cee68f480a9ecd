import { buildSync } from 'esbuild';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getProcessIdentity } from '../process/process-tree';

/** Builds the program as it is shipped into a temporary folder. */
export function buildAgent(): { program: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'drover-agent-build-'));
  buildSync({
    entryPoints: [join(__dirname, '../main.ts'), join(__dirname, '../script/script-child.ts')],
    outdir: folder,
    entryNames: '[name]',
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['bufferutil', 'utf-8-validate', 'tsx'],
    tsconfig: join(__dirname, '../../tsconfig.json'),
  });
  return {
    program: join(folder, 'main.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The real program in its own process. */
export class TestAgent {
  output = '';
  readonly exited: Promise<number | null>;
  private readonly child: ChildProcess;

  /** `before` is a shell command to run before the program starts. */
  constructor(program: string, args: string[], before = ':') {
    // A secret in the agent's own environment, which no script may receive.
    const env = { ...process.env, AGENT_SECRET: 'secret', NODE_OPTIONS: '' };
    const shell = ['-c', `${before}; exec "$0" "$@"`, process.execPath, program, ...args];
    this.child = spawn('sh', shell, { stdio: ['ignore', 'pipe', 'pipe'], env });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.exited = new Promise((resolve) => this.child.once('close', resolve));
  }

  async kill(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    return this.exited;
  }
}

/** Whether a process is running. False for zombies. */
export function isAlive(pid: number): boolean {
  return getProcessIdentity(pid) !== undefined;
}

/** Polls until the condition holds. Throws after ten seconds. */
export async function waitUntil(what: string, isTrue: () => boolean): Promise<void> {
  const until = performance.now() + 10_000;
  while (!isTrue()) {
    if (performance.now() > until) throw new Error(`Timed out waiting until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
