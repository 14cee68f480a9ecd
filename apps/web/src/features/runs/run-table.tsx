import type { Run } from '@drover/sdk';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useIsNarrow } from '../../ui/layout/use-is-narrow';
import { RelativeTime } from '../../ui/display/relative-time';
import { useReasonText } from '../../ui/display/use-reason-text';
import { type Column, rowLinkClass, VirtualTable } from '../../ui/lists/virtual-table';
import { RunProgressBar } from './run-progress';
import { RunDuration } from './run-duration';
import { RunStateBadge } from './run-state-badge';
import classes from './run-table.module.css';

export interface RunSubject {
  header: 'device' | 'script';
  cell: (run: Run) => ReactNode;
  /** Shown below the cell. */
  below?: (run: Run) => ReactNode;
  /** The runs of a job share their creation time, so its table shows when they started. */
  time: 'startedAt' | 'createdAt';
}

interface Props {
  runs: Run[];
  label: string;
  /** The first column: the device in a job, the script on a device. */
  subject: RunSubject;
}

export function RunTable({ runs, label, subject }: Props) {
  const { t } = useTranslation('runs');
  // The result has no column of its own then.
  const isNarrow = useIsNarrow();
  const columns = useMemo(
    (): Column<Run>[] => [
      {
        key: 'subject',
        header: t(`${subject.header}`),
        width: 'minmax(0, 1.4fr)',
        cell: (run) => (
          <>
            <Link to={`/runs/${run._id}`} className={`${rowLinkClass} ${classes.line}`}>
              {subject.cell(run)}
            </Link>
            {subject.below && <div className={classes.line}>{subject.below(run)}</div>}
            {run.pinned && <div className={classes.pinned}>{run.pinned.ref}</div>}
          </>
        ),
      },
      {
        key: 'state',
        header: t('state'),
        width: 'minmax(7rem, 0.8fr)',
        cell: (run) => (
          <>
            <RunStateBadge state={run.state} />
            {isNarrow && (
              <div className={classes.reason}>
                <RunResult run={run} />
              </div>
            )}
          </>
        ),
      },
      {
        key: 'result',
        header: t('result'),
        width: 'minmax(0, 1.6fr)',
        isHiddenOnMobile: true,
        cell: (run) => <RunResult run={run} />,
      },
      {
        key: 'duration',
        header: t('duration'),
        width: 'minmax(5rem, 0.6fr)',
        isHiddenOnMobile: true,
        cell: (run) => <RunDuration run={run} />,
      },
      {
        key: 'time',
        header: t(subject.time === 'startedAt' ? 'started' : 'created'),
        width: 'minmax(5.5rem, 0.6fr)',
        cell: ({ [subject.time]: at }) => (at === null ? '–' : <RelativeTime at={at} />),
      },
    ],
    [t, subject, isNarrow],
  );
  return <VirtualTable label={label} rows={runs} columns={columns} getKey={({ _id }) => _id} />;
}

/** The progress while it goes on, then the reason, or else the signal or the exit code. */
function RunResult({ run: { exitCode, signal, reason, progress, finishedAt } }: { run: Run }) {
  const { t } = useTranslation('runs');
  const reasonText = useReasonText();
  const code = signal ?? (exitCode !== null && exitCode !== 0 ? t('exit', { code: exitCode }) : '');
  if (progress && finishedAt === null) return <RunProgressBar progress={progress} />;
  const texts = [reason && reasonText(reason), code].filter(Boolean);
  return (
    <span title={texts.join(' · ')} className={classes.result}>
      {texts[0]}
    </span>
  );
}
