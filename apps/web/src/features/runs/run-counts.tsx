import type { RunState } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { StateDot } from '../../ui/display/state-badge';
import classes from './run-counts.module.css';
import { RUN_STATES, STATE_TONES } from './run-state-badge';

type Counts = Partial<Record<RunState, number>>;

const getPresentStates = (counts: Counts) => RUN_STATES.filter((state) => (counts[state] ?? 0) > 0);

/** A bar that shows the runs of a job by state. */
export function RunCountsBar({ counts }: { counts: Counts }) {
  const { t } = useTranslation('runs');
  const states = getPresentStates(counts);
  const label = states.map((state) => `${t(`states.${state}`)}: ${counts[state]}`).join(', ');
  return (
    <div className={classes.bar} role="img" aria-label={label} title={label}>
      {states.map((state) => (
        <span
          key={state}
          className={classes.segment}
          data-tone={STATE_TONES[state]}
          style={{ flexGrow: counts[state] }}
        />
      ))}
    </div>
  );
}

interface FilterProps {
  /** Number of runs per state. Without it, all states are shown. */
  counts?: Counts;
  chosen: RunState[];
  onChange: (states: RunState[]) => void;
}

/** Buttons that choose states of runs, several if wanted. */
export function RunStateFilter({ counts, chosen, onChange }: FilterProps) {
  const { t } = useTranslation('runs');
  const states = RUN_STATES.filter(
    (state) => chosen.includes(state) || (counts ? (counts[state] ?? 0) > 0 : state !== 'stopping'),
  );
  const toggle = (state: RunState) =>
    onChange(chosen.includes(state) ? chosen.filter((each) => each !== state) : [...chosen, state]);
  return (
    <div className={classes.chips} role="group" aria-label={t('filterByState')}>
      {states.map((state) => (
        <button
          key={state}
          type="button"
          className={classes.chip}
          data-tone={STATE_TONES[state]}
          aria-pressed={chosen.includes(state)}
          onClick={() => toggle(state)}
        >
          <StateDot />
          {t(`states.${state}`)}
          {counts && <span className={classes.count}>{(counts[state] ?? 0).toLocaleString()}</span>}
        </button>
      ))}
    </div>
  );
}
