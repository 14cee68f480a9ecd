import type { Script } from '@drover/sdk';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { JobTable } from '../../features/jobs/job-table';
import { CountsBar } from '../../features/runs/run-counts';
import { ScriptMenu } from '../../features/scripts/script-menu';
import { VersionTable } from '../../features/scripts/version-table';
import { devscriptQueries } from '../../queries/devscripts';
import { jobQueries } from '../../queries/jobs';
import { listingUrl, scriptQueries } from '../../queries/scripts';
import { Copy } from '../../ui/copy';
import { PlayIcon, PublishIcon } from '../../ui/icons';
import { List } from '../../ui/loaded';
import { PageFailure } from '../../ui/page-failure';
import { PageHeader } from '../../ui/page-header';
import { PanelColumns } from '../../ui/panel';
import { RowsLoading } from '../../ui/rows-loading';
import { Section } from '../../ui/section';
import { RunDialog } from '../jobs/run-dialog';
import { SavedValues } from './saved-values';
import { StopScript } from './stop-script';

/** A script of the library: what it did, what it begins with, how it came to be. */
export function ScriptPage() {
  const { scriptId = '' } = useParams();
  const { data, isError, error, refetch } = useQuery(scriptQueries.detail(scriptId));
  if (isError) return <PageFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowsLoading />;
  return <ScriptDetails key={scriptId} script={data} />;
}

function ScriptDetails({ script }: { script: Script }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'run' | 'stop'>();
  const close = () => setOpen(undefined);
  const target = { kind: 'script', id: script._id, name: script.name } as const;
  return (
    <>
      <PageHeader
        title={script.name}
        actions={
          <>
            {script.isOwn && <ToPublishing script={script} />}
            <Button leftSection={<PlayIcon size={16} />} onClick={() => setOpen('run')}>
              {t('scripts.run')}
            </Button>
            <ScriptMenu
              script={script}
              onStop={() => setOpen('stop')}
              onRemoved={() => void navigate('/library')}
            />
          </>
        }
      >
        <Facts script={script} />
      </PageHeader>
      <PanelColumns
        wide={<Jobs scriptId={script._id} />}
        narrow={
          <>
            <SavedValues target={target} />
            <Section title={t('scripts.versions')}>
              <VersionTable scriptId={script._id} />
            </Section>
          </>
        }
      />
      {open === 'run' && <RunDialog target={target} onClose={close} />}
      {open === 'stop' && <StopScript script={script} onClose={close} />}
    </>
  );
}

/** Version, where it is from, and its public listing. */
function Facts({ script: { version, slug, isOwn, isListed } }: { script: Script }) {
  const { t } = useTranslation();
  const url = listingUrl(slug);
  return (
    <Group gap={6} component="span">
      <span>{version}</span>
      <span>· {isOwn ? t('scripts.own') : t('scripts.added')}</span>
      {isListed ? (
        <Group gap={2} component="span">
          <span className="prose">
            · <a href={url}>{t('scripts.listingPage')}</a>
          </span>
          <Copy value={url} label={t('listings.copyListing')} />
        </Group>
      ) : (
        <span>· {t('scripts.noListing')}</span>
      )}
    </Group>
  );
}

/** The way to where an own script is published from, unless that was deleted. */
function ToPublishing({ script }: { script: Script }) {
  const { t } = useTranslation();
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
      {t('scripts.manage')}
    </Button>
  );
}

function Jobs({ scriptId }: { scriptId: string }) {
  const { t } = useTranslation();
  const query = useQuery(jobQueries.ofScript(scriptId));
  const empty = (
    <Text size="sm" c="dimmed">
      {t('scripts.jobsNone')}
    </Text>
  );
  return (
    <Section title={t('scripts.jobs')}>
      <List query={query} rows={3} empty={empty}>
        {(jobs) => <JobTable jobs={jobs} renderCounts={({ counts }) => <CountsBar counts={counts} />} />}
      </List>
    </Section>
  );
}
