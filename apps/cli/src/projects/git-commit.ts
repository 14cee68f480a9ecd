import { spawnSync } from 'node:child_process';
import { CliError } from '../errors/cli-error';

/** The most characters of an author that the service stores. */
const maxAuthorChars = 128;

/** A Git commit, and the name of its author. */
interface GitCommit {
  commit: string;
  author: string;
}

/** Reads the commit that is checked out in a folder. */
export function readGitCommit(folder: string): GitCommit {
  const { status, stdout, error } = spawnSync('git', ['log', '-1', '--format=%H%n%an'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (error) throw new CliError('usage', 'The program git is missing. Install it, or use: drover push');
  const [commit = '', author = ''] = stdout.split('\n');
  if (status === 0 && commit !== '') {
    return { commit, author: [...author.trim()].slice(0, maxAuthorChars).join('') || 'unknown' };
  }
  throw new CliError('usage', 'This folder is not a Git checkout with a commit.', [
    'Upload a project without Git: drover push',
  ]);
}
