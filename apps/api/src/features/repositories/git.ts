import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readStart, spawnProgram, type Command, type Program } from '../../programs/program';
import { startProgram } from '../../programs/start-program';
import { gitEnvironment } from './git-environment';
import { RemoteMovedError, SyncError, UnreachableError } from './sync-error';

/** Content of a commit, compressed. */
const maxPackBytes = 256 * 1024 * 1024;

/** Memory of git and ssh, in kB. */
const maxMemoryKb = 2 * 1024 * 1024;

const maxOutputBytes = 1024 * 1024;
const sizeCheckMs = 200;

/** Where git runs: a folder of its own with a bare repository. */
export interface GitFolder {
  folder: string;
  config?: Record<string, string>;
  env?: Record<string, string>;
  /** What git reads. */
  input?: string;
  signal: AbortSignal;
}

const repositoryName = 'repository.git';

/** Returns the bare repository in a folder. */
export const gitDirOf = (folder: string): string => join(folder, repositoryName);

const missingGit = 'The program git is missing on the server. Install git 2.37 or newer.';
const missingSsh = 'The program ssh is missing on the server. Install OpenSSH.';

/** Runs git with limits of time, memory and size. Returns its output. Throws a SyncError with what it says. */
export async function runGit(args: string[], git: GitFolder): Promise<string> {
  const { folder, config, env, input = '', signal } = git;
  signal.throwIfAborted();
  const limited = limitMemory(['git', ...args]);
  const program = startProgram({
    ...{ ...limited, cwd: folder, input },
    env: { ...gitEnvironment(repositoryName, config), ...env },
  });
  const kill = () => program.kill();
  signal.addEventListener('abort', kill);
  let isTooLarge = false;
  const checkSize = async () => {
    if ((await packBytes(folder)) <= maxPackBytes) return;
    isTooLarge = true;
    kill();
  };
  const watch = setInterval(() => void checkSize(), sizeCheckMs);
  try {
    const { code, stdout, stderr } = await readProgram(program);
    signal.throwIfAborted();
    await checkSize();
    if (isTooLarge) throw new SyncError(`The commit has more than ${maxPackBytes / 1024 / 1024} MB.`);
    if (code === 127) throw new SyncError(missingGit);
    if (/cannot run ssh|ssh: not found/.test(stderr)) throw new SyncError(missingSsh);
    if (code !== 0) throw explain(stderr);
    return stdout;
  } finally {
    clearInterval(watch);
    signal.removeEventListener('abort', kill);
  }
}

function limitMemory([program, ...args]: string[]): Pick<Command, 'program' | 'args'> {
  if (process.platform === 'win32') return { program, args };
  const limited = ['-c', `ulimit -v ${maxMemoryKb} 2>/dev/null; exec "$0" "$@"`, program, ...args];
  return { program: '/bin/sh', args: limited };
}

async function readProgram({ output, ended }: Program) {
  try {
    const [stdout, { code, errors: stderr }] = await Promise.all([readStart(output, maxOutputBytes), ended]);
    return { code, stdout, stderr };
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? new SyncError(missingGit) : error;
  }
}

async function packBytes(folder: string): Promise<number> {
  const packs = join(gitDirOf(folder), 'objects/pack');
  try {
    const sizes = (await readdir(packs)).map(async (name) => (await stat(join(packs, name))).size);
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  } catch {
    return 0;
  }
}

/** What git and ssh say if a server does not answer, breaks off, or answers with a status of 500 or more. */
const unreachable =
  /Could not resolve|Failed to connect|Couldn't connect|Connection (refused|reset|closed|timed out)|timed out|too slow|No route to host|returned error: (429|5\d\d)|RPC failed|early EOF|unexpected disconnect|Empty reply/i;

/** What git says if a branch is no longer at the commit that a push follows. */
const moved =
  /\((fetch first|shallow update not allowed|non-fast-forward|stale info|already exists|(failed to|cannot) (update|lock) ref\b.*|incorrect old value.*|reference already exists)\)/;

/** Returns what git says, without its prefixes. */
function explain(stderr: string): SyncError {
  const lines = stderr.split('\n').map((line) => line.replace(/^(fatal|error|remote): /, '').trim());
  const text = lines.filter((line) => line !== '' && !/^(hint|warning):/.test(line)).join('\n');
  if (/could not read Username|terminal prompts disabled|Authentication failed/.test(text)) {
    return new SyncError(
      'The Git server refused access. Check the secret, its permissions and the user name in the URL.',
    );
  }
  if (moved.test(text)) return new RemoteMovedError(text);
  if (unreachable.test(text)) return new UnreachableError(text);
  return new SyncError(text || 'git failed without a message.');
}

/** Checks that git can be used. Returns its version, or throws a SyncError. */
export async function checkGit(): Promise<string> {
  const limited = limitMemory(['git', '--version']);
  const program = spawnProgram({ ...limited, cwd: '/', env: gitEnvironment(repositoryName) });
  const { code, stdout } = await readProgram(program);
  const [version, major, minor] = /\b(\d{1,6})\.(\d{1,6})(?:\.\d{1,6})?/.exec(stdout) ?? [];
  if (code !== 0 || version === undefined) throw new SyncError(missingGit);
  if (Number(major) * 1000 + Number(minor) < 2037) {
    throw new SyncError(`git ${version} is too old. Install git 2.37 or newer.`);
  }
  return version;
}
