import { buildSync } from 'esbuild';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identityOf } from '../process/process-tree';

/** The program as it is shipped, in a folder of its own. */
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

/** The real program in a process of its own. */
export class TestAgent {
  output = '';
  readonly exited: Promise<number | null>;
  private readonly child: ChildProcess;

  /** `before` is a command of the shell that the program is started from. */
  constructor(program: string, args: string[], before = ':') {
    // A secret in the agent's own environment, to see that no script gets it.
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

/** Whether a process goes on; one that has ended and waits for a parent to notice does not. */
export function isAlive(pid: number): boolean {
  return identityOf(pid) !== undefined;
}

/** Waits until something holds, and fails when it does not within ten seconds. */
export async function eventually(what: string, holds: () => boolean): Promise<void> {
  const until = performance.now() + 10_000;
  while (!holds()) {
    if (performance.now() > until) throw new Error(`It never came to pass that ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
