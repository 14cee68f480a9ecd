import { hasAtMostChars, LIMITS, UploadProject } from '@drover/contract';
import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { Program } from '../../programs/program';
import { startProgram } from '../../programs/start-program';
import { workerFile, workerOptions } from '../../programs/worker-file';
import type { CommitLine, CommitRequest } from './commit-projects.worker';
import { SyncError } from './sync-error';

/** Maximum size of everything that one sync builds, over all of its branches and tags. */
const maxOutputBytes = 96 * 1024 * 1024;

/** The remaining part of `maxOutputBytes`. */
export interface OutputBudget {
  bytes: number;
}

export const newOutputBudget = (): OutputBudget => ({ bytes: maxOutputBytes });

const maxHeapMb = 512;

/** A project of a commit. */
export interface CommitProject {
  folder: string;
  name: string;
  project: UploadProject;
}

/** A commit and who made it. */
export interface Commit {
  commit: string;
  commitAuthor: string;
}

/** A commit at the tip of a branch or a tag, with its built projects. */
export interface BuiltCommit extends Commit {
  ref: string;
  projects: CommitProject[];
}

/** Returns a hash of what was built, by which an unchanged project is recognized. */
export function hashProject(project: UploadProject): string {
  return createHash('sha256').update(JSON.stringify(project)).digest('hex');
}

/** Bundles the projects of a commit in a process of its own. Throws a SyncError that names what each project lacks. */
export async function buildCommit(
  request: CommitRequest,
  signal: AbortSignal,
  budget = newOutputBudget(),
): Promise<CommitProject[]> {
  const projects: CommitProject[] = [];
  const problems: string[] = [];
  for await (const line of readLines(request, { signal, budget })) {
    if ('fatal' in line) throw new SyncError(line.fatal);
    const built = 'error' in line ? line : checkProject(line);
    if ('error' in built) problems.push(`${built.folder || 'The project'}: ${built.error}`);
    else projects.push(built);
    if (projects.length + problems.length > LIMITS.repositoryProjects) {
      throw new SyncError(`The repository has more than ${LIMITS.repositoryProjects} projects.`);
    }
  }
  if (problems.length > 0) throw new SyncError(problems.join('\n'));
  return projects;
}

function checkProject({ folder, name, project }: Extract<CommitLine, { name: string }>) {
  if (!hasAtMostChars(name, LIMITS.scriptNameChars)) {
    return { folder, error: `the name has more than ${LIMITS.scriptNameChars} characters` };
  }
  const checked = UploadProject.safeParse(project);
  if (checked.success) return { folder, name, project: checked.data };
  const [{ path, message }] = checked.error.issues;
  return { folder, error: `${path.join('.')}: ${message}` };
}

async function* readLines(
  request: CommitRequest,
  { signal, budget }: { signal: AbortSignal; budget: OutputBudget },
): AsyncGenerator<CommitLine> {
  signal.throwIfAborted();
  const program = startWorker(request);
  const kill = () => program.kill();
  signal.addEventListener('abort', kill);
  const input = Readable.from(limitOutput(program, budget));
  try {
    for await (const line of createInterface({ input })) {
      // The last line is cut then.
      if (budget.bytes < 0) break;
      yield JSON.parse(line) as CommitLine;
    }
    if (budget.bytes < 0) throw new SyncError('The projects are too large together.');
    const { code } = await program.ended;
    signal.throwIfAborted();
    if (code !== 0) throw new SyncError('The projects need too much memory to be built.');
  } finally {
    kill();
    signal.removeEventListener('abort', kill);
  }
}

/** Ends the program when it has printed more than the budget. */
async function* limitOutput({ output, kill }: Program, budget: OutputBudget): AsyncGenerator<Buffer> {
  for await (const part of output) {
    budget.bytes -= part.length;
    if (budget.bytes < 0) kill();
    yield part;
  }
}

function startWorker(request: CommitRequest): Program {
  const { execArgv, env } = workerOptions();
  const file = workerFile(__dirname, 'commit-projects.worker');
  return startProgram({
    program: process.execPath,
    args: [`--max-old-space-size=${maxHeapMb}`, ...execArgv, file],
    ...{ cwd: request.gitDir, env, input: JSON.stringify(request) },
  });
}
