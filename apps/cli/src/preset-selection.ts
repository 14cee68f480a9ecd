import type { Drover, Preset } from '@drover/sdk';
import { Failure } from './failures';

/** The one preset that the caller named, by its name or id. */
export async function selectPreset(drover: Drover, reference: string): Promise<Preset> {
  const { items } = await drover.presets.list();
  const found = items.find(({ _id, name }) => _id === reference || name === reference);
  if (found) return found;
  throw new Failure('refused', `There is no preset '${reference}'.`, ['See them all: drover presets']);
}
