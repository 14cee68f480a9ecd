import type { Device, Job } from '@drover/sdk';
import { Anchor, Group, Stack, Title } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RecentJobs } from '../../features/jobs/recent-jobs';
import { CountsBar } from '../../features/runs/run-counts';
import { whenIdle } from '../../lib/when-idle';
import { openArea } from '../../texts/i18n';
import { PageHeader } from '../../ui/page-header';
import classes from './overview.module.css';

const HomePresets = lazy(async () => {
  await whenIdle();
  const [{ HomePresets }] = await Promise.all([
    import('./home-presets'),
    openArea('presets'),
    openArea('deviceChoice'),
  ]);
  return { default: HomePresets };
});

const recentJobs = 8;

export function Overview({ devices, jobs }: { devices: Device[]; jobs: Job[] }) {
  const { t } = useTranslation();
  const online = devices.filter((device) => device.online).length;
  const underWay = jobs.reduce((sum, { counts }) => sum + counts.running + counts.stopping, 0);
  const queued = jobs.reduce((sum, { counts }) => sum + counts.queued, 0);
  return (
    <>
      <PageHeader title={t('home.title')} />
      <Stack gap="lg">
        <div className={classes.numbers}>
          <Link to="/devices?state=online" className={classes.number}>
            <span className={classes.label}>{t('home.devicesOnline')}</span>
            <span className={classes.value}>{online.toLocaleString()}</span>
            <span className={classes.label}>{t('home.ofDevices', { count: devices.length })}</span>
          </Link>
          <Link to="/jobs" className={classes.number}>
            <span className={classes.label}>{t('home.runsUnderWay')}</span>
            <span className={classes.value}>{underWay.toLocaleString()}</span>
            <span className={classes.label}>{t('home.queued', { count: queued })}</span>
          </Link>
        </div>
        <Suspense>
          <HomePresets />
        </Suspense>
        <section>
          <Group justify="space-between" mb="sm">
            <Title order={2} size="h5">
              {t('home.recentJobs')}
            </Title>
            <Anchor component={Link} to="/jobs" size="sm">
              {t('home.allJobs')}
            </Anchor>
          </Group>
          <RecentJobs
            jobs={jobs.slice(0, recentJobs)}
            renderCounts={({ counts }) => <CountsBar counts={counts} />}
          />
        </section>
      </Stack>
    </>
  );
}
