import type { AuditEntry } from '@drover/sdk';
import type { TFunction } from 'i18next';

/** What was done, in words; an action of a newer service by its name. */
export function actionWords({ action }: AuditEntry, t: TFunction): string {
  return t(`audit.actions.${action}` as 'audit.actions.device.update', {
    defaultValue: action,
  });
}

const removals = new Set([
  'device.remove',
  'devscript.remove',
  'script.remove',
  'script.unpublish',
  'schedule.remove',
]);

/** Pages of what actions are done to, by how the names of the actions begin; the first that fits holds. */
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
  ['schedule.', '/schedules/'],
  ['run.', '/runs/'],
];

/** The page of what was changed, where it has one. */
export function targetPage({ action, targetId }: AuditEntry): string | undefined {
  if (!targetId || removals.has(action)) return undefined;
  const page = pages.find(([prefix]) => action.startsWith(prefix))?.[1];
  return page && page + targetId;
}
