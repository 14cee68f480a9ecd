import type { Run, RunState } from '@drover/sdk';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RunStateFilter } from '../../features/runs/run-counts';
import { RunStateBadge, STATE_TONES } from '../../features/runs/run-state-badge';
import classes from './workbench.module.css';

interface Props {
  /** In the order of `sortFailuresFirst`. */
  runs: Run[];
  chosen?: Run;
  onChoose: (run: Run) => void;
}

/** Sorts runs by device, those that failed first. */
export function sortFailuresFirst(runs: Run[]): Run[] {
  const isBad = ({ state }: Run) => STATE_TONES[state] === 'failure';
  return runs.toSorted(
    (a, b) => Number(isBad(b)) - Number(isBad(a)) || a.deviceName.localeCompare(b.deviceName),
  );
}

/** The runs of a job on several devices, with the number in each state. */
export function OutputRuns({ runs, chosen, onChoose }: Props) {
  const { t } = useTranslation('runs');
  const [states, setStates] = useState<RunState[]>([]);
  const scroller = useRef<HTMLDivElement>(null);
  const shown = states.length > 0 ? runs.filter(({ state }) => states.includes(state)) : runs;
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 34,
    overscan: 6,
  });
  return (
    <div className={classes.outputRuns}>
      <RunStateFilter counts={countByState(runs)} chosen={states} onChange={setStates} />
      <div ref={scroller} className={classes.outputScroller} role="group" aria-label={t('device')}>
        <div className={classes.outputRows} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const run = shown[index];
            if (!run) return null;
            return (
              <button
                key={run._id}
                type="button"
                className={classes.outputRun}
                style={{ transform: `translateY(${start}px)` }}
                aria-pressed={run._id === chosen?._id}
                onClick={() => onChoose(run)}
              >
                <span className={classes.outputDevice}>{run.deviceName}</span>
                <RunStateBadge state={run.state} />
              </button>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function countByState(runs: Run[]): Partial<Record<RunState, number>> {
  const counts: Partial<Record<RunState, number>> = {};
  for (const { state } of runs) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}
