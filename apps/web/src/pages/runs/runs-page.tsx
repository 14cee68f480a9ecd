import type { Run } from '@drover/sdk';
import { Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type RunSubject, RunTable } from '../../features/runs/run-table';
import { RunScriptFirst } from '../../features/scripts/run-script-first';
import { useScriptNames } from '../../features/scripts/script-names';
import { failureQueries } from '../../queries/failures';
import { runListQuery } from '../../queries/run-list';
import { RunIcon } from '../../ui/display/icons';
import { useReasonText } from '../../ui/display/use-reason-text';
import { PageHeader } from '../../ui/layout/page-header';
import { FilterNotice } from '../../ui/lists/filter-notice';
import { NoMatch } from '../../ui/lists/no-match';
import { PagedList } from '../../ui/lists/query-result';
import { useUrlFilter } from '../../ui/lists/url-filter';
import { RunFilterBar, runFilterNames } from './run-filter-bar';

const typingPauseMs = 250;

/** All runs of the account, newest first. */
export function RunsPage() {
  const { t } = useTranslation('run-list');
  const { filter, change, clear, isActive } = useUrlFilter(runFilterNames);
  const [settled] = useDebouncedValue(filter, typingPauseMs);
  // Only texts are typed; other filters apply at once.
  const { reason, exitCode } = settled;
  const query = useInfiniteQuery(runListQuery({ ...filter, reason, exitCode }));
  const subject = useRunSubject();
  const empty = (
    <RunScriptFirst icon={<RunIcon size={26} />} title={t('empty')} action={t('toScripts')}>
      {t('emptyText')}
    </RunScriptFirst>
  );
  return (
    <>
      <PageHeader title={t('title')} />
      <Stack gap="md">
        <RunFilterBar filter={filter} onChange={change} />
        {filter.failure && (
          <FailureNotice failureId={filter.failure} onClear={() => change({ failure: '' })} />
        )}
        <PagedList query={query} empty={isActive ? <NoMatch onClear={clear} /> : empty}>
          {(runs) => <RunTable runs={runs} label={t('title')} subject={subject} />}
        </PagedList>
      </Stack>
    </>
  );
}

/** The device and the script of a run. */
function useRunSubject(): RunSubject {
  const { t } = useTranslation('run-list');
  const names = useScriptNames();
  const unnamed = t('unnamed');
  return useMemo(() => {
    const scriptOf = ({ scriptId }: Run) => (scriptId === null ? unnamed : (names.get(scriptId) ?? scriptId));
    return {
      header: 'device',
      time: 'createdAt',
      cell: (run) => run.deviceName,
      below: (run) => (
        <Text span size="xs" c="dimmed" truncate>
          {scriptOf(run)}
        </Text>
      ),
    };
  }, [names, unnamed]);
}

/** Says which failure the runs have. */
function FailureNotice({ failureId, onClear }: { failureId: string; onClear: () => void }) {
  const { t } = useTranslation(['filters', 'runs']);
  const reasonText = useReasonText();
  const { data } = useQuery(failureQueries.detail(failureId));
  const text = data && (data.message === null ? t(`runs:states.${data.state}`) : reasonText(data.message));
  return <FilterNotice onClear={onClear}>{t('onlyFailure', { message: text ?? '…' })}</FilterNotice>;
}
