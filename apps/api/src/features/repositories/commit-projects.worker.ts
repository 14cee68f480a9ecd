import { buildTreeProject, loadTools, ProjectError, projectFileName } from '@drover/projects';
import { posix } from 'node:path';
import { json } from 'node:stream/consumers';
import { spawnProgram } from '../../programs/program';
import { CommitTree } from './commit-tree';
import { GitObjects } from './git-objects';

/** What this process gets on its standard input. */
export interface CommitRequest {
  gitDir: string;
  commit: string;
  folder: string;
  /** Name of a project at the root of the repository that has none. */
  rootName: string;
}

/** The lines that it prints: a project, or why it cannot be built, or why nothing can. */
export type CommitLine =
  { folder: string; name: string; project: object } | { folder: string; error: string } | { fatal: string };

const print = (line: CommitLine) =>
  new Promise<void>((resolve) => process.stdout.write(`${JSON.stringify(line)}\n`, () => resolve()));

/** Bundles the projects of a commit. It has a process of its own, with neither the environment nor the secrets of the server. */
async function buildCommit({ gitDir, commit, folder, rootName }: CommitRequest): Promise<void> {
  const objects = new GitObjects(gitDir);
  const tree = new CommitTree(objects, await GitObjects.list(spawnProgram, { gitDir, commit }));
  const projects = findProjects(tree, folder);
  if (projects.length === 0) {
    throw new ProjectError(`There is no ${projectFileName} in ${folder || 'the repository'}.`);
  }
  for (const project of projects) {
    try {
      const problems = await tree.findProblems(project);
      if (problems.length > 0) throw new ProjectError(problems.slice(0, 5).join('\n'));
      const built = await buildTreeProject(loadTools(), tree, { folder: project, rootName });
      await print({ folder: project, name: built.name, project: built.project });
    } catch (error) {
      await print({ folder: project, error: (error as Error).message });
    }
  }
}

/** Returns the folders of projects. A project contains no other, and packages contain none. */
function findProjects(tree: CommitTree, folder: string): string[] {
  const folders = new Set(
    tree
      .findAll(folder, projectFileName)
      .map(parentOf)
      .filter((path) => !path.split('/').includes('node_modules')),
  );
  const isInside = (path: string): boolean =>
    path !== '' && (folders.has(parentOf(path)) || isInside(parentOf(path)));
  return [...folders].filter((path) => !isInside(path)).sort();
}

/** Returns the folder that a path is in. That of the repository is empty. */
function parentOf(path: string): string {
  const parent = posix.dirname(path);
  return parent === '.' ? '' : parent;
}

void json(process.stdin)
  .then((request) => buildCommit(request as CommitRequest))
  .catch((error: Error) => print({ fatal: error.message }))
  .then(() => process.exit());
