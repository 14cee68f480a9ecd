import { getProgramPath, Program } from '@drover/test-installation';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const built = dirname(getProgramPath('agent'));
const builtVersion = (JSON.parse(readFileSync(join(built, 'package.json'), 'utf8')) as { version: string })
  .version;

/** Writes the files of an agent of another version. `code` replaces its main file. */
export function writeAgent(folder: string, version: string, code?: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of ['launcher.js', 'script-child.js']) cpSync(join(built, name), join(folder, name));
  const main = readFileSync(join(built, 'main.js'), 'utf8');
  writeFileSync(join(folder, 'main.js'), code ?? main.replaceAll(`"${builtVersion}"`, `"${version}"`));
  return folder;
}

/** Packs an agent as servers hand it out. `folder` is the value of AGENT_FILES. */
export function packAgent(folder: string, version: string, code?: string): void {
  const draft = join(folder, 'draft');
  writeAgent(join(draft, 'package'), version, code);
  execFileSync('tar', ['-czf', join(folder, 'drover-agent.tgz'), '-C', draft, 'package']);
  rmSync(draft, { recursive: true });
}

interface Options {
  /** Folder of the installed program. */
  program: string;
  /** Data folder. */
  data: string;
  args: string[];
}

/** An agent with its launcher, which starts again when it is killed, as a service manager does it. */
export class InstalledAgent {
  private launcher: Program;
  private isStopping = false;

  constructor(private readonly options: Options) {
    this.launcher = this.start();
  }

  get output(): string {
    return this.launcher.output;
  }

  /** Kills the launcher or the agent. Does nothing if it is not running. */
  kill(which: 'launcher' | 'agent'): void {
    const pid = which === 'launcher' ? this.launcher.pid : Number(this.read('agent.pid'));
    try {
      if (pid > 0) process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }

  /** Returns the text of a file in the data folder, or undefined. */
  read(name: string): string | undefined {
    const path = join(this.options.data, name);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.launcher.stop();
  }

  private start(): Program {
    const { program, data, args } = this.options;
    const source = { main: join(program, 'launcher.js'), cwd: program };
    const launcher = new Program(source, { args: [...args, '--data', data, '--isolation', 'none'] });
    void launcher.waitForExit().then(() => {
      if (!this.isStopping) this.launcher = this.start();
    });
    return launcher;
  }
}
