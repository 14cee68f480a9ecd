import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

const project = join(__dirname, '../..');

/**
 * Bundles the server for specs that run its commands, because the sources take longer to load. The folder is next to that of
 * `nx build api`, so that the relative paths to migrations and packages are the same.
 */
export function buildProgram(): { path: string; remove: () => Promise<void> } {
  const folder = join(project, `../../dist/apps/api-test-${process.pid}`);
  execFileSync(process.execPath, [join(project, 'build.cjs'), folder]);
  return { path: join(folder, 'main.js'), remove: () => rm(folder, { recursive: true, force: true }) };
}
