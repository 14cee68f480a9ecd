import { runScript } from '@drover/script-testing';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const setup = 'tests/phone.cjs';

test('taps as often as it should', async () => {
  const run = await runScript('.', { setup, env: { times: 1 } });
  assert.equal(run.state, 'succeeded', run.reason ?? '');
  assert.deepEqual(run.result, { taps: 1 });
  assert.deepEqual(run.progress, [{ value: 1, text: '1 of 1' }]);
  assert.deepEqual(run.steps, [{ path: 'Tap Next', state: 'succeeded' }]);
});

test('ends when there is nothing to tap', async () => {
  const run = await runScript('.', { setup });
  assert.deepEqual(run.result, { taps: 2 });
  assert.deepEqual(run.logs, [{ level: 'info', text: 'Tapped Next 2 times' }]);
});

test('fails on a computer, which has no screen', async () => {
  const run = await runScript('.');
  assert.equal(run.state, 'failed');
  assert.match(run.reason ?? '', /auto needs the accessibility service.*src\/main\.ts:6:/);
});
