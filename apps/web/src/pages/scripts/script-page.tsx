import type { Script } from '@drover/sdk';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { JobTable } from '../../features/jobs/job-table';
import { ResultsLink } from '../../features/results/results-link';
import { ScriptResults } from '../../features/results/script-results';
import { JobResult } from '../../features/runs/job-result';
import { ScriptMenu } from '../../features/scripts/script-menu';
import { VersionTable } from '../../features/scripts/version-table';
import { devscriptQueries } from '../../queries/devscripts';
import { jobQueries } from '../../queries/jobs';
import { listingUrl, scriptQueries } from '../../queries/scripts';
import { ForRole } from '../../roles/for-role';
import { CopyIconButton } from '../../ui/display/copy';
import { PlayIcon, PublishIcon } from '../../ui/display/icons';
import { PageError } from '../../ui/layout/page-error';
import { PageHeader } from '../../ui/layout/page-header';
import { PanelColumns } from '../../ui/layout/panel';
import { Section } from '../../ui/layout/section';
import { List } from '../../ui/lists/query-result';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';
import { RunDialog } from '../jobs/run-dialog';
import { SavedValues } from './saved-values';
import { StopScript } from './stop-script';

/** A script of the library: its jobs, saved values and versions. */
export function ScriptPage() {
  const { scriptId = '' } = useParams();
  const { data, isError, error, refetch } = useQuery(scriptQueries.detail(scriptId));
  if (isError) return <PageError error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows />;
  return <ScriptDetails key={scriptId} script={data} />;
}

function ScriptDetails({ script }: { script: Script }) {
  const { t } = useTranslation('scripts');
  const navigate = useNavigate();
  const [open, setOpen] = useState<'run' | 'stop'>();
  const close = () => setOpen(undefined);
  const runnable = { kind: 'script', id: script._id, name: script.name } as const;
  return (
    <>
      <PageHeader
        title={script.name}
        actions={
          <>
            <ResultsLink scriptId={script._id} />
            {script.isOwn && <PublishingLink script={script} />}
            <ForRole role="operator">
              <Button leftSection={<PlayIcon size={16} />} onClick={() => setOpen('run')}>
                {t('run')}
              </Button>
            </ForRole>
            <ScriptMenu
              script={script}
              onStop={() => setOpen('stop')}
              onRemoved={() => void navigate('/library')}
            />
          </>
        }
      >
        <ScriptSummary script={script} />
      </PageHeader>
      <PanelColumns
        wide={
          <>
            <ScriptResults scriptId={script._id} />
            <Jobs scriptId={script._id} />
          </>
        }
        narrow={
          <>
            <SavedValues runnable={runnable} />
            <Section title={t('versions')}>
              <VersionTable scriptId={script._id} />
            </Section>
          </>
        }
      />
      {open === 'run' && <RunDialog runnable={runnable} onClose={close} />}
      {open === 'stop' && <StopScript script={script} onClose={close} />}
    </>
  );
}

/** The version and origin of a script, and its public listing. */
function ScriptSummary({ script: { version, slug, isOwn, isListed } }: { script: Script }) {
  const { t } = useTranslation(['scripts', 'listings']);
  const url = listingUrl(slug);
  return (
    <Group gap={6} component="span">
      <span>{version}</span>
      <span>· {isOwn ? t('own') : t('added')}</span>
      {isListed ? (
        <Group gap={2} component="span">
          <span className="prose">
            · <a href={url}>{t('listingPage')}</a>
          </span>
          <CopyIconButton value={url} label={t('listings:copyListing')} />
        </Group>
      ) : (
        <span>· {t('noListing')}</span>
      )}
    </Group>
  );
}

/** Links to the publishing page of the user's own script, unless its devscript was deleted. */
function PublishingLink({ script }: { script: Script }) {
  const { t } = useTranslation('scripts');
  const { data } = useQuery(devscriptQueries.list());
  const devscript = data?.items.find((each) => each.script?._id === script._id);
  if (!devscript) return null;
  return (
    <Button
      component={Link}
      to={`/devscripts/${devscript._id}/publishing`}
      variant="default"
      leftSection={<PublishIcon size={16} />}
    >
      {t('manage')}
    </Button>
  );
}

function Jobs({ scriptId }: { scriptId: string }) {
  const { t } = useTranslation('scripts');
  const query = useQuery(jobQueries.listByScript(scriptId));
  const empty = (
    <Text size="sm" c="dimmed">
      {t('jobsNone')}
    </Text>
  );
  return (
    <Section title={t('jobs')}>
      <List query={query} rows={3} empty={empty}>
        {(jobs) => <JobTable jobs={jobs} renderCounts={({ counts }) => <JobResult counts={counts} />} />}
      </List>
    </Section>
  );
}
