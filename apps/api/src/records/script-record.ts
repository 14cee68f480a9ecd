import type { Script } from '@drover/contract';
import type { Script as Row } from '../database/client/client';

/** A published script, as this caller sees it. */
export function toScript({ id, slug, name, version, accountId, isListed }: Row, callerId: string): Script {
  return { _id: id, slug, name, version, isOwn: accountId === callerId, isListed };
}
