import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { createStore } from '../../lib/store';
import { formatExactTime, formatRelativeTime } from '../../lib/time';

/** All times on the page share one timer. */
const clock = createStore(Date.now());
let subscribers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** Returns the current time, updated every 15 seconds. */
export function useCurrentTime(): number {
  useEffect(() => {
    if (subscribers === 0) clock.set(Date.now());
    subscribers += 1;
    timer ??= setInterval(() => clock.set(Date.now()), 15_000);
    return () => {
      subscribers -= 1;
      if (subscribers > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  }, []);
  return clock.use();
}

/** How much older than the newest time on the page the shared time may be. */
const maxDelayMs = 20_000;

/** Shows how long ago something happened, or when it will, with the exact time as tooltip. */
export function RelativeTime({ at }: { at: string }) {
  const { i18n } = useTranslation();
  const now = useCurrentTime();
  // The shared time may be older than `at`. Such a time is shown as "now", not as in the future.
  const time = Date.parse(at);
  const isNow = time > now && time <= now + maxDelayMs;
  const text = formatRelativeTime(at, i18n.language, isNow ? time : now);
  return (
    <time dateTime={at} title={formatExactTime(at, i18n.language)}>
      {text}
    </time>
  );
}
