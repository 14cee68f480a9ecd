import type * as Swc from '@swc/core';
import type * as Esbuild from 'esbuild';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ProjectError } from './project-file';

/** Loads the bundler. */
export function loadEsbuild(folder: string): typeof Esbuild {
  return loadTool(folder, 'esbuild') as typeof Esbuild;
}

/** Loads the compiler to ES5. */
export function loadSwc(folder: string): typeof Swc {
  return loadTool(folder, '@swc/core') as typeof Swc;
}

/** Loads a package that came with this program, else the one of the project. It has native parts, so it is not bundled. */
function loadTool(folder: string, name: string): unknown {
  for (const file of [__filename, join(folder, 'package.json')]) {
    try {
      return createRequire(file)(name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new ProjectError(`The package ${name} is missing. Install it: npm install --save-dev ${name}`);
}
