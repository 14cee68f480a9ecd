import { Anchor, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { UpdateSettings } from '../../features/agent-updates/update-settings';
import { agentUpdatesQueries } from '../../queries/agent-updates';
import { RoleFieldset } from '../../roles/role-fieldset';
import { ErrorAlert } from '../../ui/feedback/error-alert';
import { PageHeader } from '../../ui/layout/page-header';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';

export function AgentUpdatesPage() {
  const { t } = useTranslation('agent-updates');
  const { data, error, refetch } = useQuery(agentUpdatesQueries.current());
  return (
    <>
      <PageHeader title={t('title')}>{t('summary')}</PageHeader>
      {error && !data && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonRows rows={3} />}
      {data && (
        <Stack gap="lg" maw={480}>
          <RoleFieldset role="editor">
            <UpdateSettings settings={data} />
          </RoleFieldset>
          <Anchor component={Link} to="/jobs?trigger=automatic" size="sm" underline="always">
            {t('toJobs')}
          </Anchor>
        </Stack>
      )}
    </>
  );
}
