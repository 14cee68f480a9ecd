import type { Devscript, Revision } from '@drover/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { RevisionActions } from '../../features/revisions/revision-actions';
import { RevisionDetails } from '../../features/revisions/revision-details';
import { RevisionList } from '../../features/revisions/revision-list';
import { devscriptQueries } from '../../queries/devscripts';
import { revisionQueries } from '../../queries/revisions';
import { ClockIcon, CodeIcon } from '../../ui/display/icons';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageError } from '../../ui/layout/page-error';
import { PageHeader } from '../../ui/layout/page-header';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';
import { RevisionSources } from './revision-sources';
import classes from './revisions-page.module.css';

/** What a script was at each upload, with the changes, and the way back. `?revision=` names the shown one. */
export function RevisionsPage() {
  const { t } = useTranslation('revisions');
  const { devscriptId = '' } = useParams();
  const devscript = useQuery(devscriptQueries.detail(devscriptId));
  const revisions = useQuery(revisionQueries.list(devscriptId));
  const failed = [devscript, revisions].find(({ isError }) => isError);
  if (failed) return <PageError error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!devscript.data || !revisions.data) return <SkeletonRows />;
  if (revisions.data.items.length > 0) {
    return <History devscript={devscript.data} revisions={revisions.data.items} />;
  }
  return (
    <>
      <Header devscript={devscript.data} />
      <EmptyState icon={<ClockIcon size={26} />} title={t('empty')}>
        {t('emptyText')}
      </EmptyState>
    </>
  );
}

function Header({ devscript, actions }: { devscript: Devscript; actions?: React.ReactNode }) {
  const { t } = useTranslation('revisions');
  const { _id, name } = devscript;
  return (
    <PageHeader
      title={name}
      tabTitle={t('titleOf', { name })}
      actions={
        <>
          <Button
            component={Link}
            to={`/devscripts/${_id}`}
            variant="default"
            leftSection={<CodeIcon size={16} />}
          >
            {t('editor')}
          </Button>
          {actions}
        </>
      }
    >
      {t('title')}
    </PageHeader>
  );
}

function History({ devscript, revisions }: { devscript: Devscript; revisions: Revision[] }) {
  const [params, setParams] = useSearchParams();
  const newest = revisions.find(({ ref }) => ref === null) ?? revisions[0];
  const wanted = Number(params.get('revision'));
  const revision = revisions.find(({ number }) => number === wanted) ?? newest;
  const devscriptId = devscript._id;
  return (
    <>
      <Header
        devscript={devscript}
        actions={
          <RevisionActions
            key={revision._id}
            {...{ devscriptId, revision }}
            isNewest={revision === newest}
            onRestored={({ number }) => setParams({ revision: String(number) }, { replace: true })}
          />
        }
      />
      <div className={classes.columns}>
        <RevisionList revisions={revisions} shownId={revision._id} />
        <RevisionDetails
          key={revision._id}
          {...{ devscriptId, revision, newest }}
          previous={previousOf(revisions, revision)}
          showSources={(after, before) => (
            <RevisionSources
              key={`${before?._id} ${after._id}`}
              {...{ devscriptId, before }}
              revision={after}
            />
          )}
        />
      </div>
    </>
  );
}

/** Returns the revision before, of the same branch if it has one. A branch begins with the files of the script. */
function previousOf(revisions: Revision[], { number, ref }: Revision): Revision | undefined {
  const earlier = revisions.filter((revision) => revision.number < number);
  return (
    earlier.find((revision) => revision.ref === ref) ?? earlier.find((revision) => revision.ref === null)
  );
}
