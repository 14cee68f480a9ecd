import { Stack, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { RulesForm } from '../../features/approvals/rules-form';
import { UnapprovedSchedules } from '../../features/approvals/unapproved-schedules';
import { approvalQueries } from '../../queries/approvals';
import { deviceGroupQueries } from '../../queries/device-groups';
import { useHasRole } from '../../roles/use-has-role';
import { ErrorAlert } from '../../ui/feedback/error-alert';
import { PageHeader } from '../../ui/layout/page-header';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';

/** What the workspace asks a second member to approve. Only owners change it. */
export function ApprovalRulesPage() {
  const { t } = useTranslation('approvals');
  const isOwner = useHasRole()('owner');
  const [rules, groups] = useQueries({ queries: [approvalQueries.rules(), deviceGroupQueries.list()] });
  const failed = [rules, groups].find(({ isError }) => isError);
  return (
    <>
      <PageHeader title={t('title')}>{t('rulesSummary')}</PageHeader>
      <Stack gap="md" maw="36rem">
        {!isOwner && (
          <Text size="sm" c="dimmed">
            {t('ownersOnly')}
          </Text>
        )}
        {failed && <ErrorAlert error={failed.error} onRetry={() => void failed.refetch()} />}
        {!failed && (!rules.data || !groups.data) && <SkeletonRows rows={3} />}
        {rules.data && groups.data && (
          // Without a box of its own, so that the layout stays as it is for owners.
          <fieldset disabled={!isOwner} style={{ display: 'contents' }}>
            <RulesForm start={rules.data} groups={groups.data.items} />
          </fieldset>
        )}
        {rules.data?.schedules && <UnapprovedSchedules />}
      </Stack>
    </>
  );
}
