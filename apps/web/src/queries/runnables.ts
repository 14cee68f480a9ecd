import type { CallOptions, Config, RunRequest, Values } from '@drover/sdk';
import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

/** What can run on devices: a devscript or a published script. */
export interface Runnable {
  kind: 'devscript' | 'script';
  id: string;
  name: string;
}

const getResource = ({ kind }: Runnable) => (kind === 'script' ? drover.scripts : drover.devscripts);

/** The configuration and the saved values of a script. */
export const runnableQuery = (runnable: Runnable) =>
  queryOptions({
    queryKey: ['runnables', runnable.id],
    queryFn: async ({ signal }): Promise<{ config: Config; values: Values }> => {
      const [config, values] = await Promise.all([
        readConfig(runnable, { signal }),
        getResource(runnable).getValues(runnable.id, { signal }),
      ]);
      return { config, values };
    },
  });

/** Returns no items for a script without a configuration. */
async function readConfig({ kind, id }: Runnable, options: CallOptions): Promise<Config> {
  if (kind === 'devscript') {
    const { items } = await drover.devscripts.listFiles(id, options);
    return items.some((file) => file.kind === 'config') ? drover.devscripts.getConfig(id, options) : [];
  }
  const {
    items: [newest],
  } = await drover.scripts.listVersions(id, options);
  return newest?.configSize ? drover.scripts.getConfig(id, options) : [];
}

/** Runs the script on devices. Returns the ID of the job. */
export async function startRun(runnable: Runnable, request: RunRequest): Promise<string> {
  return (await getResource(runnable).run(runnable.id, request)).jobId;
}

export function saveValues(runnable: Runnable, values: Values): Promise<void> {
  return getResource(runnable).updateValues(runnable.id, values);
}
