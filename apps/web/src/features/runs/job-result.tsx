import type { RunState } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import classes from './job-result.module.css';
import { RunCountsBar } from './run-counts';
import { STATE_TONES } from './run-state-badge';

type Counts = Partial<Record<RunState, number>>;

/** States by importance: problems, what is open, other results. */
const wordedStates: RunState[] = [
  ...(['failed', 'timed_out', 'lost', 'rejected', 'expired'] as const),
  ...(['running', 'stopping', 'queued'] as const),
  ...(['stopped', 'canceled', 'succeeded'] as const),
];

/** The runs of a job by state, as a bar and in words. */
export function JobResult({ counts }: { counts: Counts }) {
  return (
    <div className={classes.result}>
      <RunCountsText counts={counts} />
      <RunCountsBar counts={counts} />
    </div>
  );
}

/** The most important counts of a job in words: "27 failed, 3 running". */
function RunCountsText({ counts }: { counts: Counts }) {
  const { t } = useTranslation('job-results');
  const states = wordedStates.filter((state) => (counts[state] ?? 0) > 0);
  const shown = states.filter((state, index) => index < 2 || state === 'failed');
  const toWords = (state: RunState) => t(`counted.${state}`, { count: counts[state] });
  return (
    <span className={classes.words} title={states.map(toWords).join(', ')}>
      {shown.map((state, index) => (
        <span key={state} className={classes.word} data-tone={STATE_TONES[state]}>
          {index > 0 && ' · '}
          {toWords(state)}
        </span>
      ))}
    </span>
  );
}
