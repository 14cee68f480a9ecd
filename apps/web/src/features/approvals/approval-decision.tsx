import { LIMITS } from '@drover/contract/limits';
import type { Approval } from '@drover/sdk';
import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { ErrorText } from '../../ui/feedback/error-alert';
import { CountedTextarea, isWithinLimit } from '../../ui/forms/counted-input';
import { Panel } from '../../ui/layout/panel';

/** Approves or declines what another member asked for. */
export function ApprovalDecision({ approval }: { approval: Approval }) {
  const { t } = useTranslation('approvals');
  const client = useQueryClient();
  const [text, setText] = useState('');
  const note = text.trim();
  const isValid = isWithinLimit(note, LIMITS.approvalNoteChars);
  const decide = useMutation({
    mutationFn: async (decision: 'approve' | 'decline') => {
      if (decision === 'decline') await drover.approvals.decline(approval._id, { note });
      else await drover.approvals.approve(approval._id, note ? { note } : {});
    },
    onSuccess: (_done, decision) =>
      notifications.show({ message: t(decision === 'approve' ? 'approved' : 'declined') }),
    onSettled: () => client.invalidateQueries({ queryKey: ['approvals'] }),
  });
  return (
    <Panel title={t('decision')}>
      <Stack gap="md">
        <Text size="sm">{t('decisionText', { name: approval.askedBy.name })}</Text>
        <CountedTextarea
          label={t('note')}
          description={t('noteHelp', { name: approval.askedBy.name })}
          limit={LIMITS.approvalNoteChars}
          autosize
          minRows={3}
          maxRows={10}
          value={text}
          onChange={setText}
        />
        <ErrorText error={decide.error} />
        <Group gap="xs">
          <Button
            onClick={() => decide.mutate('approve')}
            loading={decide.isPending && decide.variables === 'approve'}
            disabled={!isValid || decide.isPending}
          >
            {t('approve')}
          </Button>
          <Button
            color="red"
            variant="light"
            onClick={() => decide.mutate('decline')}
            loading={decide.isPending && decide.variables === 'decline'}
            disabled={!isValid || note === '' || decide.isPending}
          >
            {t('decline')}
          </Button>
        </Group>
        {note === '' && (
          <Text size="xs" c="dimmed">
            {t('declineNeedsNote')}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

/** What who asked can do: withdraw it. */
export function OwnRequest({ approval }: { approval: Approval }) {
  const { t } = useTranslation('approvals');
  const client = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => drover.approvals.withdraw(approval._id),
    onSuccess: () => notifications.show({ message: t('withdrawn') }),
    onSettled: () => client.invalidateQueries({ queryKey: ['approvals'] }),
  });
  return (
    <Panel title={t('decision')}>
      <Stack gap="md" align="flex-start">
        <Text size="sm">{t('ownText')}</Text>
        <ErrorText error={withdraw.error} />
        <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {t('withdraw')}
        </Button>
      </Stack>
    </Panel>
  );
}
