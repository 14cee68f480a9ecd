import { runScript } from '@drover/script-testing';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

/** @type {{ name: string, type: string, value?: unknown }[]} */
const form = JSON.parse(readFileSync('form.json', 'utf8'));

/** What the form shows before anybody has changed it. */
const shown = Object.fromEntries(
  form.filter(({ value }) => value !== undefined).map(({ name, value }) => [name, value]),
);

test('uses the values of the form', async () => {
  const values = {
    ...{ recipient: 'Ada', text: 'Good morning', copies: 2, volume: 10, priority: 'high', language: 'zh' },
    ...{ days: ['tue'], isSilent: true, at: '07:30' },
  };
  const run = await runScript('.', { env: values, files: { picture: 'form.json' } });
  assert.equal(run.state, 'succeeded', run.reason ?? '');
  assert.deepEqual(run.result, { ...values, picture: readFileSync('form.json').length });
  assert.deepEqual(run.logs, [{ level: 'info', text: 'Good morning (2 × to Ada, on tue at 07:30)' }]);
});

test('has the defaults of the form', async () => {
  const run = await runScript('.', { env: { recipient: 'Ada' } });
  assert.deepEqual(run.result, { ...shown, recipient: 'Ada', picture: null });
});

test('fails without a recipient', async () => {
  const run = await runScript('.', { env: shown });
  assert.equal(run.state, 'failed');
  assert.match(run.reason ?? '', /The form has no recipient\. \(src\/main\.ts:5:/);
});
