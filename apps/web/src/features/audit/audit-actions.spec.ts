// oxlint-disable-next-line no-restricted-imports -- This test reads every route and is not part of the bundle.
import { contract } from '@drover/contract';
import type { AuditEntry } from '@drover/sdk';
import { texts as en } from '../../texts/en/audit';
import { texts as zh } from '../../texts/zh/audit';
import { describeTarget, getTargetPage } from './audit-actions';

const policies = Object.values(contract).flatMap((routes) =>
  Object.values(routes).map(({ metadata }) => metadata as { audit?: { action: string } }),
);
const actions = [...new Set(policies.flatMap(({ audit }) => audit?.action ?? []))];
const wordsOf = (texts: typeof zh, action: string) =>
  action
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], texts.actions);

describe('the texts of audit actions', () => {
  it.each(actions)('has %s in every language', (action) => {
    expect(wordsOf(en, action)).toEqual(expect.any(String));
    expect(wordsOf(zh, action)).toEqual(expect.any(String));
  });
});

describe('getTargetPage', () => {
  const of = (action: string, targetId: string | null = '65f1c0ffee65f1c0ffee65f1') =>
    getTargetPage({ action, targetId } as AuditEntry);

  it.each([
    ['device.update', '/devices/65f1c0ffee65f1c0ffee65f1'],
    ['review.decide', '/devscripts/65f1c0ffee65f1c0ffee65f1'],
    ['script.execute', '/jobs/65f1c0ffee65f1c0ffee65f1'],
    ['script.run', '/library/65f1c0ffee65f1c0ffee65f1'],
  ])('returns the page of the target of %s', (action, page) => {
    expect(of(action)).toBe(page);
  });

  it.each(['device.remove', 'token.create', 'message.send'])('has no page for %s', (action) => {
    expect(of(action)).toBeUndefined();
  });

  it('has no page without a target', () => {
    expect(of('device.update', null)).toBeUndefined();
  });
});

describe('describeTarget', () => {
  const translate = ((key: string) => `(${key})`) as never;
  const of = (action: string, targetName: string | null) =>
    describeTarget({ action, targetId: 'id', targetName }, translate);

  it.each([
    ['approval.approve', 'one-off code', '(oneOffCode)'],
    ['job.create', 'one-off code', '(oneOffCode)'],
    ['job.stop', 'update of agents', '(agentUpdate)'],
    ['script.execute', 'execute', '(oneOffCode)'],
    ['job.updateAgents', 'update', '(agentUpdate)'],
    ['job.create', 'update', 'update'],
    ['device.update', 'one-off code', 'one-off code'],
    ['repository.create', null, 'id'],
  ])('names the target of %s %j', (action, name, text) => {
    expect(of(action, name)).toBe(text);
  });
});
