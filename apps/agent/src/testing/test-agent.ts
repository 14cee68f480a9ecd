import { buildSync } from 'esbuild';
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listProcesses } from '../process/process-table';

/** Builds the program as it is shipped into a temporary folder. */
export function buildAgent(): { program: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'drover-agent-build-'));
  buildSync({
    entryPoints: ['main.ts', 'launcher.ts', 'script/script-child.ts'].map((file) =>
      join(__dirname, '..', file),
    ),
    outdir: folder,
    entryNames: '[name]',
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['bufferutil', 'utf-8-validate', 'tsx'],
    tsconfig: join(__dirname, '../../tsconfig.json'),
  });
  chmodSync(folder, 0o755); // For agents of other users.
  return {
    program: join(folder, 'main.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

interface TestAgentOptions {
  /** A shell command to run before the program starts. */
  before?: string;
  /** A program with options that starts the agent, such as `setpriv`. */
  launcher?: string;
  env?: NodeJS.ProcessEnv;
}

/** The real program in its own process. */
export class TestAgent {
  output = '';
  readonly exited: Promise<number | null>;
  private readonly child: ChildProcess;

  constructor(
    program: string,
    args: string[],
    { before = ':', launcher = '', ...more }: TestAgentOptions = {},
  ) {
    // A secret in the agent's own environment, which no script may receive.
    const env = { ...process.env, AGENT_SECRET: 'secret', NODE_OPTIONS: '', ...more.env };
    const shell = ['-c', `${before}; exec ${launcher} "$0" "$@"`, process.execPath, program, ...args];
    this.child = spawn('sh', shell, { stdio: ['ignore', 'pipe', 'pipe'], env });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.exited = new Promise((resolve) => this.child.once('close', resolve));
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  async kill(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    return this.exited;
  }
}

/** Returns the running processes that have the text in their command line or in their environment. */
export function findProcesses(text: string): number[] {
  return listProcesses()
    .filter(({ pid, isZombie }) => !isZombie && pid !== process.pid)
    .filter(({ pid }) => readProcessFiles(pid).includes(text))
    .map(({ pid }) => pid);
}

function readProcessFiles(pid: number): string {
  try {
    return ['cmdline', 'environ'].map((name) => readFileSync(`/proc/${pid}/${name}`, 'utf8')).join('');
  } catch {
    return '';
  }
}

/** Polls until the condition holds. Throws after ten seconds. */
export async function waitUntil(what: string, isTrue: () => boolean): Promise<void> {
  const until = performance.now() + 10_000;
  while (!isTrue()) {
    if (performance.now() > until) throw new Error(`Timed out waiting until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
