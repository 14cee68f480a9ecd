import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { directoryQueries } from '../../queries/directory';
import { Section } from '../../ui/layout/section';
import { QueryResult } from '../../ui/lists/query-result';
import { DirectoryRoles } from './directory-roles';
import { DirectoryToken } from './directory-token';

/** A directory that manages the people of the workspace: its token, and the roles of its groups. */
export function DirectorySection() {
  const { t } = useTranslation('directory');
  const query = useQuery(directoryQueries.get());
  return (
    <Section title={t('title')}>
      <Text size="sm" c="dimmed" mb="md" maw="42rem">
        {t('summary')}
      </Text>
      <QueryResult query={query} rows={2}>
        {(directory) => (
          <Stack gap="xl" maw="36rem">
            <DirectoryToken directory={directory} />
            <DirectoryRoles directory={directory} />
          </Stack>
        )}
      </QueryResult>
    </Section>
  );
}
