import type * as Swc from '@swc/core';
import type * as Esbuild from 'esbuild';
import type { Engine } from './engines';
import type { ProjectTree } from './project-tree';

export type Bundler = Pick<typeof Esbuild, 'build' | 'formatMessages'>;
export type Es5Compiler = Pick<typeof Swc, 'transformSync'>;

export interface TreeImport {
  path: string;
  importer: string;
  isRequired: boolean;
}

/** Returns the path of the imported file, with a slash first, or undefined if there is none. */
export type TreeResolver = (request: TreeImport) => Promise<string | undefined>;

/** What builds a project of a tree: programs of this machine, or their WebAssembly in a browser. */
export interface BuildTools {
  esbuild: Bundler;
  /** Loads the compiler for phones. */
  loadSwc: () => Es5Compiler | Promise<Es5Compiler>;
  /** Whether a module comes with Node. */
  isBuiltin: (name: string) => boolean;
  createResolver: (tree: ProjectTree, engine: Engine) => TreeResolver;
  /** Namespace of the paths. With `file`, the code is that of a folder; without a disk, nothing else is read. */
  namespace: 'tree' | 'file';
}
