import {
  collectItems,
  type DeviceGroup,
  type Drover,
  isNotFound,
  type PresetSummary,
  type Repository,
  type Run,
  type ScheduleSummary,
  type Token,
  type Webhook,
} from '@drover/sdk';
import { CliError } from '../errors/cli-error';
import { formatAge } from '../output/duration';

/** Finds device groups by name or ID, and returns their IDs. */
export async function selectGroups(drover: Drover, references: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const reference of references) ids.push((await selectGroup(drover, reference))._id);
  return ids;
}

/** Finds a device group by name or ID. */
export async function selectGroup(drover: Drover, reference: string): Promise<DeviceGroup> {
  const items = await collectItems(drover.deviceGroups.iterate());
  return (
    items.find(matchesReference(reference)) ??
    failNotFound('device group', reference, 'List them: drover groups')
  );
}

/** Finds a preset by name or ID. */
export async function selectPreset(drover: Drover, reference: string): Promise<PresetSummary> {
  const items = await collectItems(drover.presets.iterate());
  return (
    items.find(matchesReference(reference)) ?? failNotFound('preset', reference, 'List them: drover presets')
  );
}

/** Finds a schedule by name or ID. */
export async function selectSchedule(drover: Drover, reference: string): Promise<ScheduleSummary> {
  const items = await collectItems(drover.schedules.iterate());
  const found = items.filter(matchesReference(reference));
  if (found.length === 0) failNotFound('schedule', reference, 'List them: drover schedules');
  return requireOne(found, `schedules are named '${reference}'`, ({ _id }) => _id);
}

/** Finds an access token by name or ID. */
export async function selectToken(drover: Drover, reference: string): Promise<Token> {
  const items = await collectItems(drover.tokens.iterate());
  const found = items.filter(matchesReference(reference));
  if (found.length === 0) failNotFound('access token', reference);
  return requireOne(
    found,
    `access tokens are named '${reference}'`,
    ({ _id, createdAt }) => `${_id}  created ${formatAge(createdAt)}`,
  );
}

/** Finds a Git repository by name or ID. */
export async function selectRepository(drover: Drover, reference: string): Promise<Repository> {
  const items = await collectItems(drover.repositories.iterate());
  return (
    items.find(matchesReference(reference)) ??
    failNotFound('repository', reference, 'List them: drover repositories')
  );
}

/** Finds a webhook by name, URL or ID. */
export async function selectWebhook(drover: Drover, reference: string): Promise<Webhook> {
  const items = await collectItems(drover.webhooks.iterate());
  const found = items.filter(({ _id, name, url }) => [_id, name, url].includes(reference));
  if (found.length === 0) failNotFound('webhook', reference);
  return requireOne(found, `webhooks match '${reference}'`, ({ _id, url }) => `${_id}  ${url}`);
}

/** Lists all runs of a job. */
export function listRuns(drover: Drover, jobId: string): Promise<Run[]> {
  return collectItems(drover.runs.iterate({ jobId, limit: 1000 }));
}

/** Whether a text has the format of an ID. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{24}$/.test(text);
}

const matchesReference =
  (reference: string) =>
  ({ _id, name }: { _id: string; name: string }) =>
    _id === reference || name === reference;

function failNotFound(kind: string, reference: string, ...hints: string[]): never {
  throw new CliError('rejected', `There is no ${kind} '${reference}'.`, hints);
}

/** Returns the only record. Throws an error such as `2 webhooks match 'ours'. Use an ID:`, with a list, if there are several. */
function requireOne<Item>(found: Item[], summary: string, describe: (item: Item) => string): Item {
  if (found.length === 1) return found[0];
  throw new CliError('rejected', `${found.length} ${summary}. Use an ID:`, found.map(describe));
}

/** Returns the response, or undefined if the record does not exist. */
export async function orUndefined<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
