import type * as esbuild from 'esbuild';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ProjectError } from './project-file';

export type Esbuild = typeof esbuild;

/** Loads the bundler that came with this program, else the one of the project. It has native parts, so it is not bundled. */
export function loadEsbuild(folder: string): Esbuild {
  for (const file of [__filename, join(folder, 'package.json')]) {
    try {
      return createRequire(file)('esbuild') as Esbuild;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new ProjectError('The bundler is missing. Install it in the project: npm install --save-dev esbuild');
}
