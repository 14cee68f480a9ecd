import type { Devscript } from '@drover/sdk';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { revisionQueries } from '../../queries/revisions';

/** Says what happens to a save of a project from Git: it is pushed, or the next sync replaces it. */
export function GitNotice({ devscript: { _id, pushRef } }: { devscript: Devscript }) {
  const { t } = useTranslation('projects');
  const { data } = useQuery(revisionQueries.newest(_id));
  if (pushRef !== null) {
    return (
      <Alert variant="light" p="xs">
        {t('pushed', { branch: pushRef })}
      </Alert>
    );
  }
  if (!data?.items.some(({ source }) => source === 'git')) return null;
  return (
    <Alert color="yellow" p="xs">
      {t('fromGit')}
    </Alert>
  );
}
