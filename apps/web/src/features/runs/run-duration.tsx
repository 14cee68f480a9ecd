import type { Run } from '@drover/sdk';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../lib/time';

/** The duration of a run, up to now while it is running. */
export function RunDuration({
  run: { startedAt, finishedAt },
}: {
  run: Pick<Run, 'startedAt' | 'finishedAt'>;
}) {
  const { i18n } = useTranslation();
  const [now, setNow] = useState(Date.now);
  const isOpen = startedAt !== null && finishedAt === null;
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOpen]);
  if (!startedAt) return <span>–</span>;
  const end = finishedAt ? Date.parse(finishedAt) : Math.max(now, Date.parse(startedAt));
  return <span>{formatDuration(end - Date.parse(startedAt), i18n.language)}</span>;
}
