import { contract } from '@drover/contract';
import type { AuditEntry } from '@drover/sdk';
import { audit as en } from '../../texts/en/audit';
import { audit as zh } from '../../texts/zh/audit';
import { targetPage } from './audit-words';

const policies = Object.values(contract).flatMap((routes) =>
  Object.values(routes).map(({ metadata }) => metadata as { audit?: string }),
);
const actions = [...new Set(policies.flatMap(({ audit }) => audit ?? []))];
const wordsOf = (texts: typeof zh, action: string) =>
  action
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], texts.actions);

describe('the words for actions', () => {
  it.each(actions)('has %s in every language', (action) => {
    expect(wordsOf(en, action)).toEqual(expect.any(String));
    expect(wordsOf(zh, action)).toEqual(expect.any(String));
  });
});

describe('targetPage', () => {
  const of = (action: string, targetId: string | null = '65f1c0ffee65f1c0ffee65f1') =>
    targetPage({ action, targetId } as AuditEntry);

  it.each([
    ['device.update', '/devices/65f1c0ffee65f1c0ffee65f1'],
    ['review.decide', '/devscripts/65f1c0ffee65f1c0ffee65f1'],
    ['script.execute', '/jobs/65f1c0ffee65f1c0ffee65f1'],
    ['script.run', '/library/65f1c0ffee65f1c0ffee65f1'],
  ])('leads from %s to what it was done to', (action, page) => {
    expect(of(action)).toBe(page);
  });

  it.each(['device.remove', 'token.create', 'message.send'])('leads nowhere from %s', (action) => {
    expect(of(action)).toBeUndefined();
  });

  it('leads nowhere without a target', () => {
    expect(of('device.update', null)).toBeUndefined();
  });
});
