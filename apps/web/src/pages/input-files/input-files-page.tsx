import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FileTable } from '../../features/input-files/file-table';
import { UploadFile } from '../../features/input-files/upload-file';
import { inputFileQueries } from '../../queries/input-files';
import { ForRole } from '../../roles/for-role';
import { UploadIcon } from '../../ui/display/icons';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { List } from '../../ui/lists/query-result';
import { SearchableList } from '../../ui/lists/search-input';

/** The files that runs may be given. */
export function InputFilesPage() {
  const { t } = useTranslation('input-files');
  const query = useQuery(inputFileQueries.list());
  const empty = (
    <EmptyState icon={<UploadIcon size={26} />} title={t('empty')}>
      {t('emptyText')}
    </EmptyState>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <ForRole role="operator">
            <UploadFile />
          </ForRole>
        }
      >
        {t('summary')}
      </PageHeader>
      <List query={query} empty={empty}>
        {(files) => (
          <SearchableList
            items={files}
            getTexts={({ name, sha256 }) => [name, sha256]}
            label={t('search')}
            noMatch={t('noMatch')}
          >
            {(matches) => <FileTable files={matches} />}
          </SearchableList>
        )}
      </List>
    </>
  );
}
