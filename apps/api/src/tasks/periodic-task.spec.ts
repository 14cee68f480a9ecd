import { setTimeout as delay } from 'node:timers/promises';
import { startPeriodicTask } from './periodic-task';

const everyMs = 20;
const log = { warn: jest.fn() };
beforeEach(() => log.warn.mockClear());

/** A task whose runs end when the test says so. */
function createSlowTask() {
  let finish: () => void = () => undefined;
  const task = jest.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  return { task, finish: () => finish() };
}

describe('startPeriodicTask', () => {
  it('runs after the interval, logs a failure and runs again', async () => {
    const error = new Error('unavailable');
    const task = jest.fn().mockRejectedValueOnce(error).mockResolvedValue(undefined);
    const periodicTask = startPeriodicTask(task, { everyMs, log, failure: 'the task failed' });
    expect(task).not.toHaveBeenCalled();
    while (task.mock.calls.length < 3) await delay(1);
    await periodicTask.end();
    expect(log.warn.mock.calls).toEqual([[{ err: error }, 'the task failed']]);
  });

  it('runs once at a time, and once more if requested during a run', async () => {
    const { task, finish } = createSlowTask();
    const periodicTask = startPeriodicTask(task, { everyMs: 60_000, log, failure: '' });
    periodicTask.runNow();
    periodicTask.runNow();
    periodicTask.runNow();
    await delay(2 * everyMs);
    expect(task).toHaveBeenCalledTimes(1);
    finish();
    while (task.mock.calls.length < 2) await delay(1);
    finish();
    await delay(2 * everyMs);
    expect(task).toHaveBeenCalledTimes(2);
    await periodicTask.end();
  });

  it('ends after the run in progress and does not run again', async () => {
    const { task, finish } = createSlowTask();
    const periodicTask = startPeriodicTask(task, { everyMs, log, failure: '' });
    while (task.mock.calls.length < 1) await delay(1);
    let isEnded = false;
    const ended = periodicTask.end().then(() => (isEnded = true));
    await delay(2 * everyMs);
    expect(isEnded).toBe(false);
    finish();
    await ended;
    periodicTask.runNow();
    await delay(2 * everyMs);
    expect(task).toHaveBeenCalledTimes(1);
  });
});
