import { insertPrelude } from '@drover/device-agent/insert-prelude';
import { buildProject, readProjectFile } from '@drover/projects';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { createTextMapper, type TextMapper } from './map-positions';

/** A script as a device gets it. */
export interface LoadedScript {
  name: string;
  code: string;
  /** Replaces positions in the code by those in the source files. */
  mapText: TextMapper;
}

/** Reads a script, or builds a project. */
export async function loadScript(path: string): Promise<LoadedScript> {
  const file = resolve(path);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw new Error(`There is no script or project ${file}.`);
  if (stats.isDirectory()) return loadProject(file);
  return { name: basename(file), code: readFileSync(file, 'utf8'), mapText: (text) => text };
}

async function loadProject(folder: string): Promise<LoadedScript> {
  const { name = basename(folder) } = readProjectFile(folder);
  // The kit has no phone.
  const { project } = await buildProject(folder, { onlyCode: true });
  return { name, code: project.code, mapText: createTextMapper(name, project.sourceMap) };
}

/** Makes a script run a file first. No line changes its number. */
export function insertSetup(code: string, setup: string): string {
  const file = resolve(setup);
  if (!existsSync(file)) throw new Error(`There is no setup file ${file}.`);
  return insertPrelude(code, `require(${JSON.stringify(file)});`);
}
