import { createMetrics } from '../metrics/metrics';
import { createPressure } from './pressure';

/** A source that remembers whether it is read. */
function createSource() {
  const source = {
    isPaused: false,
    pause: () => void (source.isPaused = true),
    resume: () => void (source.isPaused = false),
  };
  return source;
}

describe('pressure', () => {
  it('pauses who sends beyond the bound, and lets all go on when half of it is written', () => {
    const metrics = createMetrics();
    const pressure = createPressure(metrics, 100);
    const [first, second] = [createSource(), createSource()];
    pressure.hold(100, first);
    expect(first.isPaused).toBe(false);
    pressure.hold(1, second);
    pressure.hold(10, first);
    expect([first.isPaused, second.isPaused]).toEqual([true, true]);
    pressure.release(60);
    expect([first.isPaused, second.isPaused]).toEqual([true, true]);
    pressure.release(1);
    expect([first.isPaused, second.isPaused]).toEqual([false, false]);
  });
});
