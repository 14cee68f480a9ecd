import type { Project } from '@drover/sdk';
import type { QueryClient } from '@tanstack/react-query';
import { drover } from '../../lib/drover';
import { devscriptQueries } from '../../queries/devscripts';
import { buildProject } from './build/build-project';
import type { BuildProblem } from './build/protocol';

/** Builds a project and uploads it. Returns the warnings of the bundler. Throws a BuildError, and then nothing is saved. */
export async function saveProject(
  client: QueryClient,
  devscriptId: string,
  files: Project['files'],
): Promise<BuildProblem[]> {
  const { project, warnings } = await buildProject(files);
  await drover.devscripts.uploadProject(devscriptId, project);
  client.setQueryData(devscriptQueries.project(devscriptId).queryKey, { files });
  await client.invalidateQueries({ queryKey: ['devscripts', devscriptId] });
  void client.invalidateQueries({ queryKey: ['devscripts', 'list'] });
  return warnings;
}
