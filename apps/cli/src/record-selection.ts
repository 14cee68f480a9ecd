import {
  isNotFound,
  type DeviceGroup,
  type Drover,
  type Preset,
  type Run,
  type ScheduleSummary,
  type Token,
  type Webhook,
} from '@drover/sdk';
import { Failure } from './failures';
import { showAgo } from './seconds';

/** The device group of a name or an id. */
export async function selectGroup(drover: Drover, reference: string): Promise<DeviceGroup> {
  const { items } = await drover.deviceGroups.list();
  return items.find(isCalled(reference)) ?? none('device group', reference, 'See them all: drover groups');
}

/** The preset of a name or an id. */
export async function selectPreset(drover: Drover, reference: string): Promise<Preset> {
  const { items } = await drover.presets.list();
  return items.find(isCalled(reference)) ?? none('preset', reference, 'See them all: drover presets');
}

/** The schedule of a name or an id. */
export async function selectSchedule(drover: Drover, reference: string): Promise<ScheduleSummary> {
  const { items } = await drover.schedules.list();
  const found = items.filter(isCalled(reference));
  if (found.length === 0) none('schedule', reference, 'See them all: drover schedules');
  return only(found, `schedules are called '${reference}'`, ({ _id }) => _id);
}

/** The access token of a name or an id. */
export async function selectToken(drover: Drover, reference: string): Promise<Token> {
  const { items } = await drover.tokens.list();
  const found = items.filter(isCalled(reference));
  if (found.length === 0) none('access token', reference);
  return only(
    found,
    `access tokens are called '${reference}'`,
    ({ _id, createdAt }) => `${_id}  created ${showAgo(createdAt)}`,
  );
}

/** The webhook of a name, an address or an id. */
export async function selectWebhook(drover: Drover, reference: string): Promise<Webhook> {
  const { items } = await drover.webhooks.list();
  const found = items.filter(({ _id, name, url }) => [_id, name, url].includes(reference));
  if (found.length === 0) none('webhook', reference);
  return only(found, `webhooks are called '${reference}'`, ({ _id, url }) => `${_id}  ${url}`);
}

/** All runs of a job. */
export async function readRuns(drover: Drover, jobId: string): Promise<Run[]> {
  const runs: Run[] = [];
  for await (const run of drover.runs.iterate({ jobId, limit: 1000 })) runs.push(run);
  return runs;
}

/** Whether a text can be the id of a record. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{24}$/.test(text);
}

const isCalled =
  (reference: string) =>
  ({ _id, name }: { _id: string; name: string }) =>
    _id === reference || name === reference;

function none(what: string, reference: string, ...hints: string[]): never {
  throw new Failure('refused', `There is no ${what} '${reference}'.`, hints);
}

/** Says `2 webhooks are called 'ours': name one by its id.` where a name does not tell them apart. */
function only<Item>(found: Item[], answer: string, show: (item: Item) => string): Item {
  if (found.length === 1) return found[0];
  throw new Failure('refused', `${found.length} ${answer}: name one by its id.`, found.map(show));
}

/** What a request answers, or nothing where there is no such record. */
export async function orNone<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
