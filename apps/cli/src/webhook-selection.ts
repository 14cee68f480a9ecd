import type { Drover, Webhook } from '@drover/sdk';
import { Failure } from './failures';

/** The webhook of a name, an address or an id. */
export async function selectWebhook(drover: Drover, reference: string): Promise<Webhook> {
  const { items } = await drover.webhooks.list();
  const found = items.filter(({ _id, name, url }) => [_id, name, url].includes(reference));
  if (found.length === 1) return found[0];
  if (found.length === 0) throw new Failure('refused', `There is no webhook '${reference}'.`);
  const ids = found.map(({ _id, url }) => `${_id}  ${url}`);
  throw new Failure(
    'refused',
    `${found.length} webhooks are called '${reference}': name one by its id.`,
    ids,
  );
}
