import type { RunState } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { StateMark } from '../../ui/state-sign';
import classes from './run-counts.module.css';
import { RUN_STATES, STATE_TONES } from './run-state';

type Counts = Partial<Record<RunState, number>>;

const present = (counts: Counts) => RUN_STATES.filter((state) => (counts[state] ?? 0) > 0);

/** How the runs of a job are spread over the states, at a glance. */
export function CountsBar({ counts }: { counts: Counts }) {
  const { t } = useTranslation();
  const states = present(counts);
  const words = states.map((state) => `${t(`runs.states.${state}`)}: ${counts[state]}`).join(', ');
  return (
    <div className={classes.bar} role="img" aria-label={words} title={words}>
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

interface ChipsProps {
  counts: Counts;
  chosen: RunState | null;
  onChoose: (state: RunState | null) => void;
}

/** The states that there are, each with its number, to choose from. */
export function CountsChips({ counts, chosen, onChoose }: ChipsProps) {
  const { t } = useTranslation();
  const states = RUN_STATES.filter((state) => (counts[state] ?? 0) > 0 || state === chosen);
  return (
    <div className={classes.chips} role="group" aria-label={t('runs.filterByState')}>
      {states.map((state) => (
        <button
          key={state}
          type="button"
          className={classes.chip}
          data-tone={STATE_TONES[state]}
          aria-pressed={state === chosen}
          onClick={() => onChoose(state === chosen ? null : state)}
        >
          <StateMark />
          {t(`runs.states.${state}`)}
          <span className={classes.count}>{(counts[state] ?? 0).toLocaleString()}</span>
        </button>
      ))}
    </div>
  );
}

/** Runs by state. */
export function countStates(runs: { state: RunState }[]): Counts {
  const counts: Counts = {};
  for (const { state } of runs) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}
