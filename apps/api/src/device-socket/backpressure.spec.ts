import { createMetrics } from '../metrics/metrics';
import { createBackpressure } from './backpressure';

/** A source that records whether it is paused. */
function createSource() {
  const source = {
    isPaused: false,
    pause: () => void (source.isPaused = true),
    resume: () => void (source.isPaused = false),
  };
  return source;
}

describe('createBackpressure', () => {
  it('pauses sources above the limit and resumes all of them below half of it', () => {
    const metrics = createMetrics();
    const backpressure = createBackpressure(metrics, 100);
    const [first, second] = [createSource(), createSource()];
    backpressure.hold(100, first);
    expect(first.isPaused).toBe(false);
    backpressure.hold(1, second);
    backpressure.hold(10, first);
    expect([first.isPaused, second.isPaused]).toEqual([true, true]);
    backpressure.release(60);
    expect([first.isPaused, second.isPaused]).toEqual([true, true]);
    backpressure.release(1);
    expect([first.isPaused, second.isPaused]).toEqual([false, false]);
  });
});
