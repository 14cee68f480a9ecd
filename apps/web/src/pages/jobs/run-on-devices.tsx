import { Button, Modal, Stack, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { devscriptQueries } from '../../queries/devscripts';
import type { Runnable } from '../../queries/runnables';
import { scriptQueries } from '../../queries/scripts';
import { QueryResult } from '../../ui/lists/query-result';
import { SearchableList } from '../../ui/lists/search-input';
import { RunDialog } from './run-dialog';

interface Props {
  deviceIds: string[];
  onClose: () => void;
}

/** Asks which script to run on devices, and then how. */
export function RunOnDevices({ deviceIds, onClose }: Props) {
  const { t } = useTranslation('devices');
  const [runnable, setRunnable] = useState<Runnable>();
  const query = useRunnables();
  if (runnable) return <RunDialog runnable={runnable} defaults={{ deviceIds }} onClose={onClose} />;
  return (
    <Modal opened onClose={onClose} title={t('runScript')}>
      <QueryResult query={query} rows={4}>
        {(runnables) =>
          runnables.length > 0 ? (
            <SearchableList
              items={runnables}
              getTexts={({ name }) => [name]}
              label={t('searchScripts')}
              noMatch={t('noScript')}
            >
              {(found) => (
                <Stack gap={4}>
                  {found.slice(0, maxShown).map((each) => (
                    <Button
                      key={each.id}
                      variant="default"
                      justify="flex-start"
                      onClick={() => setRunnable(each)}
                    >
                      {each.name}
                    </Button>
                  ))}
                </Stack>
              )}
            </SearchableList>
          ) : (
            <Text size="sm">{t('scriptsNone')}</Text>
          )
        }
      </QueryResult>
    </Modal>
  );
}

/** Scripts that are offered. The search finds the others. */
const maxShown = 50;

/** The account's devscripts and its library. */
function useRunnables() {
  return useQueries({
    queries: [devscriptQueries.list(), scriptQueries.list()],
    combine: ([devscripts, scripts]) => ({
      data:
        devscripts.data && scripts.data
          ? [
              ...devscripts.data.items.map(({ _id, name }) => toRunnable('devscript', _id, name)),
              ...scripts.data.items.map(({ _id, name }) => toRunnable('script', _id, name)),
            ]
          : undefined,
      isPending: devscripts.isPending || scripts.isPending,
      isError: devscripts.isError || scripts.isError,
      error: devscripts.error ?? scripts.error,
      refetch: () => Promise.all([devscripts.refetch(), scripts.refetch()]),
    }),
  });
}

function toRunnable(kind: Runnable['kind'], id: string, name: string): Runnable {
  return { kind, id, name };
}
