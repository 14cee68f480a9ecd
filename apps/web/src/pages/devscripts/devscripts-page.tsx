import type { Devscript } from '@drover/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CreateDevscript } from '../../features/devscripts/create-devscript';
import { DevscriptTable } from '../../features/devscripts/devscript-table';
import { devscriptQueries } from '../../queries/devscripts';
import { EmptyState } from '../../ui/empty-state';
import { CodeIcon } from '../../ui/icons';
import { List } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { Search } from '../../ui/search-input';
import { RunDialog } from '../jobs/run-dialog';

export function DevscriptsPage() {
  const { t } = useTranslation();
  const query = useQuery(devscriptQueries.list());
  const [running, setRunning] = useState<Devscript>();
  const empty = (
    <EmptyState icon={<CodeIcon size={26} />} title={t('devscripts.empty')}>
      {t('devscripts.emptyText')}
    </EmptyState>
  );
  return (
    <>
      <PageHeader title={t('devscripts.title')} actions={<CreateDevscript />} />
      <List query={query} empty={empty}>
        {(devscripts) => (
          <Search
            items={devscripts}
            textsOf={({ name }) => [name]}
            label={t('devscripts.search')}
            noMatch={t('devscripts.noMatch')}
          >
            {(found) => <DevscriptTable devscripts={found} onRun={setRunning} />}
          </Search>
        )}
      </List>
      {running && (
        <RunDialog
          target={{ kind: 'devscript', id: running._id, name: running.name }}
          onClose={() => setRunning(undefined)}
        />
      )}
    </>
  );
}
