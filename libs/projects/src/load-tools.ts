import type * as Swc from '@swc/core';
import type * as Esbuild from 'esbuild';
import { createRequire, isBuiltin } from 'node:module';
import { join } from 'node:path';
import type { BuildTools } from './build-tools';
import { createNodeResolver } from './node-resolver';
import { ProjectError } from './project-file';

/** Loads the bundler. */
export function loadEsbuild(folder?: string): typeof Esbuild {
  return loadTool(folder, 'esbuild') as typeof Esbuild;
}

/** Loads the compiler to ES5. */
export function loadSwc(folder?: string): typeof Swc {
  return loadTool(folder, '@swc/core') as typeof Swc;
}

/** The tools that came with this program. */
export function loadTools(): BuildTools {
  return {
    esbuild: loadEsbuild(),
    loadSwc,
    isBuiltin,
    createResolver: createNodeResolver,
    namespace: 'tree',
  };
}

/** Loads a package that came with this program, else the one of the project's folder. It has native parts, so it is not bundled. */
function loadTool(folder: string | undefined, name: string): unknown {
  const files = [__filename, ...(folder === undefined ? [] : [join(folder, 'package.json')])];
  for (const file of files) {
    try {
      return createRequire(file)(name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new ProjectError(`The package ${name} is missing. Install it: npm install --save-dev ${name}`);
}
