import type { Devscript } from '@drover/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CreateDevscript } from '../../features/devscripts/create-devscript';
import { DevscriptTable } from '../../features/devscripts/devscript-table';
import { devscriptQueries } from '../../queries/devscripts';
import { ForRole } from '../../roles/for-role';
import { CodeIcon } from '../../ui/display/icons';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { List } from '../../ui/lists/query-result';
import { SearchableList } from '../../ui/lists/search-input';
import { RunDialog } from '../jobs/run-dialog';

export function DevscriptsPage() {
  const { t } = useTranslation('devscripts');
  const query = useQuery(devscriptQueries.list());
  const [running, setRunning] = useState<Devscript>();
  const empty = (
    <EmptyState icon={<CodeIcon size={26} />} title={t('empty')}>
      {t('emptyText')}
    </EmptyState>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <ForRole role="editor">
            <CreateDevscript />
          </ForRole>
        }
      />
      <List query={query} empty={empty}>
        {(devscripts) => (
          <SearchableList
            items={devscripts}
            getTexts={({ name }) => [name]}
            label={t('search')}
            noMatch={t('noMatch')}
          >
            {(found) => <DevscriptTable devscripts={found} onRun={setRunning} />}
          </SearchableList>
        )}
      </List>
      {running && (
        <RunDialog
          runnable={{ kind: 'devscript', id: running._id, name: running.name }}
          onClose={() => setRunning(undefined)}
        />
      )}
    </>
  );
}
