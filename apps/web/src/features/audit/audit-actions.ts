import type { AuditEntry } from '@drover/sdk';
import type { TFunction } from 'i18next';

/** Describes an action. The action of a newer server is shown by its name. */
export function describeAction({ action }: AuditEntry, t: TFunction<'audit'>): string {
  return t(`actions.${action}` as 'audit.actions.device.update', {
    defaultValue: action,
  });
}

/** Returns the name of the person who made a change, and the name of the token or the browser of the session. */
export function describeActor(entry: AuditEntry, t: TFunction<'audit'>): string {
  const { personName, tokenId } = entry;
  if (!personName) return describeCredential(entry, t);
  return tokenId ? `${personName} · ${describeCredential(entry, t)}` : personName;
}

function describeCredential({ tokenKind, tokenName, tokenId }: AuditEntry, t: TFunction<'audit'>): string {
  if (tokenKind === 'personal') return tokenName ?? tokenId ?? '';
  if (tokenKind === 'session') {
    return tokenName && tokenName !== 'Session' ? t('sessionOf', { browser: tokenName }) : t('session');
  }
  return tokenId ? t('formerToken') : t('unauthenticated');
}

/** Names that the server gives to records without a name. Former servers named jobs otherwise. */
const nameKeys: Record<string, 'oneOffCode' | 'agentUpdate'> = {
  'one-off code': 'oneOffCode',
  'update of agents': 'agentUpdate',
};
const formerNameKeys: typeof nameKeys = { 'script.execute': 'oneOffCode', 'job.updateAgents': 'agentUpdate' };

/** Returns the name of the target, or its ID. */
export function describeTarget(
  { action, targetId, targetName }: Pick<AuditEntry, 'action' | 'targetId' | 'targetName'>,
  t: TFunction<'audit'>,
): string {
  const hasKind = /^(job|approval|script\.execute)\b/.test(action);
  const key = hasKind ? (nameKeys[targetName ?? ''] ?? formerNameKeys[action]) : undefined;
  return key ? t(key) : (targetName ?? targetId ?? '');
}

const removals = new Set([
  'device.remove',
  'devscript.remove',
  'script.remove',
  'script.unpublish',
  'schedule.remove',
  'preset.remove',
  'webhook.remove',
  'repository.remove',
]);

/** The pages of audit targets by prefix of the action. The first match counts. */
const pages: [prefix: string, page: string][] = [
  ['device.', '/devices/'],
  ['devscript.', '/devscripts/'],
  ['review.', '/devscripts/'],
  ['promotion-code.create', '/devscripts/'],
  ['script.publish', '/devscripts/'],
  ['script.execute', '/jobs/'],
  ['script.add', '/listings/'],
  ['script.', '/library/'],
  ['job.', '/jobs/'],
  ['preset.', '/presets/'],
  ['schedule.', '/schedules/'],
  ['run.', '/runs/'],
  ['webhook.', '/settings/webhooks/'],
  ['repository.', '/settings/repositories/'],
];

/** Returns the page of an entry's target, if it has one. */
export function getTargetPage({ action, targetId }: AuditEntry): string | undefined {
  if (!targetId || removals.has(action)) return undefined;
  const page = pages.find(([prefix]) => action.startsWith(prefix))?.[1];
  return page && page + targetId;
}
