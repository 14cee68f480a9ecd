import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { revisionQueries } from '../../queries/revisions';

/** Warns that the next sync of a Git repository replaces what is saved here. */
export function GitNotice({ devscriptId }: { devscriptId: string }) {
  const { t } = useTranslation('projects');
  const { data } = useQuery(revisionQueries.newest(devscriptId));
  if (!data?.items.some(({ source }) => source === 'git')) return null;
  return (
    <Alert color="yellow" p="xs">
      {t('fromGit')}
    </Alert>
  );
}
