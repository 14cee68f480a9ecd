import type { JobSummary } from '@drover/sdk';
import { Anchor, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RecentJobs } from '../../features/jobs/recent-jobs';
import { RunCountsBar } from '../../features/runs/run-counts';
import { LazyRunsChart } from '../../features/statistics/lazy-runs-chart';
import { waitUntilIdle } from '../../lib/wait-until-idle';
import { lazyPart } from '../../texts/lazy-part';
import { ErrorAlert } from '../../ui/feedback/error-alert';
import { PageHeader } from '../../ui/layout/page-header';
import { Panel } from '../../ui/layout/panel';
import { Attention } from './attention';
import { Numbers } from './numbers';
import classes from './overview.module.css';
import { Upcoming } from './upcoming';
import { useAttention } from './use-attention';
import type { useOverview } from './use-overview';

const loadPresets = async () => {
  await waitUntilIdle();
  return import('./home-presets');
};
const HomePresets = lazyPart(loadPresets, 'HomePresets', 'presets', 'device-choice');

interface Props {
  jobs: JobSummary[];
  overview: ReturnType<typeof useOverview>;
}

/** The state of the fleet. It is shown once all of it has arrived, so that nothing moves. */
export function Overview({ jobs, overview }: Props) {
  const { t } = useTranslation('home');
  const { devices, day, week, running, queued, failures, schedules, webhooks, runningJobs, ...state } =
    overview;
  const attention = useAttention({
    failures: failures.data,
    devices: devices.data,
    schedules: schedules.data?.items,
    webhooks: webhooks.data?.items,
  });
  return (
    <>
      <PageHeader title={t('title')} />
      {state.isPending ? (
        <Placeholder />
      ) : (
        <Stack gap="lg">
          {state.error && <ErrorAlert error={state.error} onRetry={state.retry} />}
          <Numbers
            devices={devices.data}
            day={day.data}
            week={week.data}
            running={running.data}
            queued={queued.data}
          />
          <Attention items={attention} />
          <div className={classes.columns}>
            <RunningJobs jobs={runningJobs.data?.items ?? []} />
            <Upcoming schedules={schedules.data?.items ?? []} />
          </div>
          <Panel title={t('chart.title')}>
            <LazyRunsChart statistics={day.data} />
          </Panel>
          <NewestJobs jobs={jobs} />
          {/* At the end, because it arrives last. */}
          <Suspense>
            <HomePresets />
          </Suspense>
        </Stack>
      )}
    </>
  );
}

function NewestJobs({ jobs }: { jobs: JobSummary[] }) {
  const { t } = useTranslation('home');
  return (
    <section>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h5">
          {t('recentJobs')}
        </Title>
        <Anchor component={Link} to="/jobs" size="sm">
          {t('allJobs')}
        </Anchor>
      </Group>
      <RecentJobs jobs={jobs} renderCounts={({ counts }) => <RunCountsBar counts={counts} />} />
    </section>
  );
}

/** The jobs that have running runs, with their progress, which events keep current. */
function RunningJobs({ jobs }: { jobs: JobSummary[] }) {
  const { t } = useTranslation('home');
  if (jobs.length === 0) {
    return (
      <Panel title={t('running')}>
        <Text size="sm" c="dimmed">
          {t('noneRunning')}
        </Text>
      </Panel>
    );
  }
  return (
    <Panel title={t('running')}>
      <RecentJobs isInPanel jobs={jobs} renderCounts={({ counts }) => <RunCountsBar counts={counts} />} />
    </Panel>
  );
}

function Placeholder() {
  const { t } = useTranslation();
  return (
    <Stack gap="lg" role="status" aria-label={t('loading')}>
      <Skeleton height={130} radius="lg" />
      <Skeleton height={120} radius="lg" />
      <Skeleton height={320} radius="lg" />
    </Stack>
  );
}
