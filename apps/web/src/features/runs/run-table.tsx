import type { Run } from '@drover/sdk';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RelativeTime } from '../../ui/relative-time';
import { rowLinkClass, VirtualTable, type Column } from '../../ui/virtual-table';
import { RunDuration } from './run-duration';
import { RunStateSign } from './run-state';

export interface RunSubject {
  header: 'device' | 'script';
  cell: (run: Run) => ReactNode;
  /** Runs of a job were all requested at one time. */
  time: 'startedAt' | 'createdAt';
}

interface Props {
  runs: Run[];
  label: string;
  /** What tells the runs apart: the device in a job, the script on a device. */
  subject: RunSubject;
}

export function RunTable({ runs, label, subject }: Props) {
  const { t } = useTranslation();
  const columns = useMemo(
    (): Column<Run>[] => [
      {
        key: 'subject',
        header: t(`runs.${subject.header}`),
        track: 'minmax(0, 1.4fr)',
        cell: (run) => (
          <Link to={`/runs/${run._id}`} className={rowLinkClass}>
            {subject.cell(run)}
          </Link>
        ),
      },
      {
        key: 'state',
        header: t('runs.state'),
        track: 'minmax(7rem, 0.8fr)',
        cell: ({ state }) => <RunStateSign state={state} />,
      },
      {
        key: 'result',
        header: t('runs.result'),
        track: 'minmax(0, 1.6fr)',
        isExtra: true,
        cell: (run) => <RunResult run={run} />,
      },
      {
        key: 'duration',
        header: t('runs.duration'),
        track: 'minmax(5rem, 0.6fr)',
        isExtra: true,
        cell: (run) => <RunDuration run={run} />,
      },
      {
        key: 'time',
        header: t(subject.time === 'startedAt' ? 'runs.started' : 'runs.created'),
        track: 'minmax(5.5rem, 0.6fr)',
        cell: ({ [subject.time]: at }) => (at === null ? '–' : <RelativeTime at={at} />),
      },
    ],
    [t, subject],
  );
  return <VirtualTable label={label} rows={runs} columns={columns} keyOf={({ _id }) => _id} rowHeight={48} />;
}

/** Exit code or signal, and the reason in words. */
function RunResult({ run: { exitCode, signal, reason } }: { run: Run }) {
  const { t } = useTranslation();
  const code = signal ?? (exitCode !== null && exitCode !== 0 ? t('runs.exit', { code: exitCode }) : '');
  const words = [code, reason].filter(Boolean).join(' · ');
  return (
    <span title={words} style={{ color: 'var(--mantine-color-dimmed)' }}>
      {words}
    </span>
  );
}
