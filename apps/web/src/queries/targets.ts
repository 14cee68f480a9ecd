import { isNotFound, type CallOptions, type Config, type RunRequest, type Values } from '@drover/sdk';
import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

/** What can be run on devices: a script that is being written, or one that was published. */
export interface Target {
  kind: 'devscript' | 'script';
  id: string;
  name: string;
}

const familyOf = ({ kind }: Target) => (kind === 'script' ? drover.scripts : drover.devscripts);

/** The configuration of a script and the values saved for it. */
export const targetQuery = (target: Target) =>
  queryOptions({
    queryKey: ['targets', target.id],
    queryFn: async ({ signal }): Promise<{ config: Config; values: Values }> => {
      const [config, values] = await Promise.all([
        readConfig(target, { signal }),
        familyOf(target).getValues(target.id, { signal }),
      ]);
      return { config, values };
    },
  });

/** A script without a configuration has no fields. */
async function readConfig({ kind, id }: Target, options: CallOptions): Promise<Config> {
  if (kind === 'devscript') {
    const { items } = await drover.devscripts.listFiles(id, options);
    return items.some((file) => file.kind === 'config') ? drover.devscripts.getConfig(id, options) : [];
  }
  try {
    return await drover.scripts.getConfig(id, options);
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}

/** Asks for the runs, and gives the id of their job. */
export async function runTarget(target: Target, request: RunRequest): Promise<string> {
  return (await familyOf(target).run(target.id, request)).jobId;
}

export function saveValues(target: Target, values: Values): Promise<void> {
  return familyOf(target).updateValues(target.id, values);
}
