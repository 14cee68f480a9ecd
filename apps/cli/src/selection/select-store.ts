import type { Drover } from '@drover/sdk';
import { CliError } from '../errors/cli-error';
import { findDevicesNamed } from './select-devices';
import { isId } from './select-record';
import { describeRunnable, findRunnables } from './select-script';

/** The store of the workspace, as the API and the command line name it. */
const workspaceStore = 'account';

/** A store that a reference may mean: its ID, and how to name it unambiguously. */
interface Candidate {
  id: string;
  text: string;
}

/**
 * Returns the ID of a store: `account`, or the name or ID of a script, a devscript or a device. The prefixes `script:`,
 * `devscript:` and `device:` limit the search to one kind. An ID is not looked up, because the store's route does so.
 */
export async function selectStoreId(drover: Drover, reference: string): Promise<string> {
  if (reference === workspaceStore || isId(reference)) return reference;
  const device = /^device:(.*)$/s.exec(reference)?.[1];
  const isScript = /^(devscript|script):/.test(reference);
  const [scripts, devices] = await Promise.all([
    device === undefined ? findScripts(drover, reference) : [],
    isScript ? [] : findDevices(drover, device ?? reference),
  ]);
  const found = [...scripts, ...devices];
  if (found.length === 1) return found[0].id;
  if (found.length === 0) {
    throw new CliError('rejected', `No script or device has the name '${reference}'.`, [
      'List the stores: drover store',
      `Use '${workspaceStore}' for the store of the workspace.`,
    ]);
  }
  throw new CliError(
    'rejected',
    `'${reference}' matches ${found.length} stores. Use one of:`,
    found.slice(0, 10).map(({ text }) => text),
  );
}

async function findScripts(drover: Drover, reference: string): Promise<Candidate[]> {
  const found = await findRunnables(drover, reference);
  return found.map((runnable) => ({ id: runnable.script._id, text: describeRunnable(runnable) }));
}

async function findDevices(drover: Drover, reference: string): Promise<Candidate[]> {
  if (isId(reference)) return [{ id: reference, text: reference }];
  const found = await findDevicesNamed(drover, reference);
  return found.map(({ _id, name }) => ({ id: _id, text: `${_id}  device ${name}` }));
}
