import type { Job, Run } from '@drover/sdk';
import { Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DeviceSelect } from '../../features/devices/device-select';
import { countRuns } from '../../features/jobs/job-name';
import { RunStateFilter } from '../../features/runs/run-counts';
import { joinStates, splitStates } from '../../features/runs/run-state-badge';
import { type RunSubject, RunTable } from '../../features/runs/run-table';
import { runListQuery } from '../../queries/run-list';
import { NoMatch } from '../../ui/lists/no-match';
import { PagedList } from '../../ui/lists/query-result';
import type { UrlFilter } from '../../ui/lists/url-filter';
import classes from './job-runs.module.css';

export const jobRunFilterNames = ['state', 'device', 'failure'] as const;
type Filter = UrlFilter<(typeof jobRunFilterNames)[number]>;

interface Props {
  job: Job;
  filter: Filter;
  onChange: (change: Partial<Filter>) => void;
  onClear: () => void;
}

const deviceSubject: RunSubject = {
  header: 'device',
  cell: (run) => <RunDevice run={run} />,
  time: 'startedAt',
};

/** The runs of a job, which the server filters: a job may have ten thousand. */
export function JobRuns({ job, filter, onChange, onClear }: Props) {
  const { t } = useTranslation('jobs');
  const query = useInfiniteQuery(runListQuery({ ...filter, job: job._id }));
  return (
    <>
      <div className={classes.filters}>
        <RunStateFilter
          counts={job.counts}
          chosen={splitStates(filter.state)}
          onChange={(states) => onChange({ state: joinStates(states) })}
        />
        {countRuns(job) > 1 && (
          <div className={classes.device}>
            <DeviceSelect value={filter.device} onChange={(device) => onChange({ device })} />
          </div>
        )}
      </div>
      <PagedList query={query} empty={<NoMatch onClear={onClear} />}>
        {(runs) => <RunTable runs={runs} label={t('result')} subject={deviceSubject} />}
      </PagedList>
    </>
  );
}

/** The device of a run, with the number of the attempt if there are several. */
function RunDevice({ run: { deviceName, attempt, isRetried, isHeld } }: { run: Run }) {
  const { t } = useTranslation('rollouts');
  const notes = [(attempt > 1 || isRetried) && t('attempt', { n: attempt }), isHeld && t('held')].filter(
    Boolean,
  );
  return (
    <>
      {deviceName}
      {notes.length > 0 && (
        <Text span size="xs" c="dimmed">
          {` · ${notes.join(' · ')}`}
        </Text>
      )}
    </>
  );
}
