import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { createStore } from '../lib/store';
import { exactTime, relativeTime } from '../lib/time';

/** One clock for all times on the page. */
const clock = createStore(Date.now());
let watchers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** The time, some ticks a minute. */
export function useClock(): number {
  useEffect(() => {
    if (watchers === 0) clock.set(Date.now());
    watchers += 1;
    timer ??= setInterval(() => clock.set(Date.now()), 15_000);
    return () => {
      watchers -= 1;
      if (watchers > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  }, []);
  return clock.use();
}

/** How long ago, with the moment itself on hover. */
export function RelativeTime({ at }: { at: string }) {
  const { i18n } = useTranslation();
  const now = useClock();
  // A moment that is newer than the clock's last tick is now, not in the future.
  const words = relativeTime(at, i18n.language, Math.max(now, Math.min(Date.parse(at), now + 20_000)));
  return (
    <time dateTime={at} title={exactTime(at, i18n.language)}>
      {words}
    </time>
  );
}
