import type { Preset } from '@drover/sdk';
import { Anchor, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { JobTable } from '../../features/jobs/job-table';
import { JobVars } from '../../features/jobs/job-vars';
import { JobResult } from '../../features/runs/job-result';
import { jobListQuery } from '../../queries/job-list';
import { presetQueries } from '../../queries/presets';
import { formatDuration } from '../../lib/time';
import { Breadcrumbs } from '../../ui/layout/breadcrumbs';
import { DescriptionList } from '../../ui/layout/description-list';
import { PageError } from '../../ui/layout/page-error';
import { PageHeader } from '../../ui/layout/page-header';
import { Section } from '../../ui/layout/section';
import { PagedList } from '../../ui/lists/query-result';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';
import { PresetActions, useRunnable } from './preset-actions';
import { PresetCards } from './preset-cards';

/** A preset, what it runs, and the jobs that it started. */
export function PresetPage() {
  const { presetId = '' } = useParams();
  const { data, isError, error, refetch } = useQuery(presetQueries.detail(presetId));
  if (isError) return <PageError error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows />;
  return <PresetDetails preset={data} />;
}

function PresetDetails({ preset }: { preset: Preset }) {
  const { t, i18n } = useTranslation(['presets', 'run-dialog']);
  const navigate = useNavigate();
  const { deliverWithin, timeout, vars } = preset;
  const time = (seconds: number) => formatDuration(seconds * 1000, i18n.language);
  const facts: ([name: string, value: ReactNode] | false | undefined)[] = [
    [t('script'), <ScriptLink key="script" preset={preset} />],
    deliverWithin !== undefined && [t('run-dialog:deliverWithin'), time(deliverWithin)],
    timeout !== undefined && [t('run-dialog:timeout'), time(timeout)],
  ];
  return (
    <>
      <Breadcrumbs pages={[{ to: '/presets', label: t('title') }]} />
      <PageHeader
        title={preset.name}
        actions={<PresetActions preset={preset} onRemoved={() => void navigate('/presets')} />}
      />
      <Stack gap="xl">
        <PresetCards presets={[preset]} />
        <DescriptionList items={facts.filter((fact) => typeof fact === 'object')} />
        {vars && <JobVars job={{ vars }} />}
        <Jobs presetId={preset._id} />
      </Stack>
    </>
  );
}

function ScriptLink({ preset }: { preset: Preset }) {
  const { t } = useTranslation('presets');
  const runnable = useRunnable(preset);
  if (!runnable) return preset.scriptId ? (preset.scriptName ?? t('scriptGone')) : t('code');
  const page = runnable.kind === 'devscript' ? 'devscripts' : 'library';
  return (
    <Anchor component={Link} to={`/${page}/${runnable.id}`} inherit>
      {runnable.name}
    </Anchor>
  );
}

function Jobs({ presetId }: { presetId: string }) {
  const { t } = useTranslation('presets');
  const query = useInfiniteQuery(jobListQuery({ triggerId: presetId }));
  const empty = (
    <Text size="sm" c="dimmed">
      {t('noJobs')}
    </Text>
  );
  return (
    <Section title={t('jobs')}>
      <PagedList query={query} rows={3} empty={empty}>
        {(jobs) => <JobTable jobs={jobs} renderCounts={({ counts }) => <JobResult counts={counts} />} />}
      </PagedList>
    </Section>
  );
}
