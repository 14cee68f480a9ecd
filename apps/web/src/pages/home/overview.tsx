import type { Device, JobSummary } from '@drover/sdk';
import { Anchor, Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RecentJobs } from '../../features/jobs/recent-jobs';
import { RunCountsBar } from '../../features/runs/run-counts';
import { waitUntilIdle } from '../../lib/wait-until-idle';
import { runQueries } from '../../queries/runs';
import { loadTexts } from '../../texts/i18n';
import { PageHeader } from '../../ui/layout/page-header';
import classes from './overview.module.css';

const HomePresets = lazy(async () => {
  await waitUntilIdle();
  const [{ HomePresets }] = await Promise.all([
    import('./home-presets'),
    loadTexts('presets', 'device-choice'),
  ]);
  return { default: HomePresets };
});

const recentJobs = 8;

function formatTotal({ total, totalIsCapped }: { total: number; totalIsCapped: boolean }): string {
  return `${total.toLocaleString()}${totalIsCapped ? '+' : ''}`;
}

export function Overview({ devices, jobs }: { devices: Device[]; jobs: JobSummary[] }) {
  const { t } = useTranslation('home');
  const online = devices.filter((device) => device.online).length;
  const { data: running } = useQuery(runQueries.total(['running', 'stopping']));
  const { data: queued } = useQuery(runQueries.total(['queued']));
  return (
    <>
      <PageHeader title={t('title')} />
      <Stack gap="lg">
        <div className={classes.numbers}>
          <Link to="/devices?state=online" className={classes.number}>
            <span className={classes.label}>{t('devicesOnline')}</span>
            <span className={classes.value}>{online.toLocaleString()}</span>
            <span className={classes.label}>{t('ofDevices', { count: devices.length })}</span>
          </Link>
          <Link to="/jobs" className={classes.number}>
            <span className={classes.label}>{t('runsInProgress')}</span>
            <span className={classes.value}>{running && formatTotal(running)}</span>
            <span className={classes.label}>{queued && t('queued', { count: queued.total })}</span>
          </Link>
        </div>
        <Suspense>
          <HomePresets />
        </Suspense>
        <section>
          <Group justify="space-between" mb="sm">
            <Title order={2} size="h5">
              {t('recentJobs')}
            </Title>
            <Anchor component={Link} to="/jobs" size="sm">
              {t('allJobs')}
            </Anchor>
          </Group>
          <RecentJobs
            jobs={jobs.slice(0, recentJobs)}
            renderCounts={({ counts }) => <RunCountsBar counts={counts} />}
          />
        </section>
      </Stack>
    </>
  );
}
