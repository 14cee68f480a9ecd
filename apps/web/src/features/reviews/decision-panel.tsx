import { LIMITS } from '@drover/contract/limits';
import { isConflict, type DecideReview, type Review } from '@drover/sdk';
import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { useErrorMessage } from '../../ui/feedback/error-alert';
import { CountedTextarea, isWithinLimit } from '../../ui/forms/counted-input';
import { Panel } from '../../ui/layout/panel';

interface Props {
  review: Review;
  /** Whether the files have loaded. */
  isRead: boolean;
  onDecided: () => void;
}

/**
 * Approves or rejects the files shown. Their hashes are sent along, so newer files are never decided on by mistake.
 */
export function DecisionPanel({ review, isRead, onDecided }: Props) {
  const { t } = useTranslation('reviews');
  const client = useQueryClient();
  const getErrorMessage = useErrorMessage();
  const [note, setNote] = useState('');
  const { devscriptId, name, codeSha256, configSha256 } = review;
  const isValid = isRead && isWithinLimit(note.trim(), LIMITS.reviewNoteChars);
  const decide = useMutation({
    mutationFn: (decision: DecideReview['decision']) =>
      drover.reviews.update(devscriptId, {
        decision,
        ...(note.trim() && { note: note.trim() }),
        codeSha256,
        configSha256,
      }),
    onSuccess: (_done, decision) => {
      const done = decision === 'approve' ? t('approved', { name }) : t('rejected', { name });
      notifications.show({ message: done });
      onDecided();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['reviews', 'list'] }),
  });
  const problem = decide.error && (isConflict(decide.error) ? t('changed') : getErrorMessage(decide.error));
  return (
    <Panel title={t('decision')}>
      <Stack gap="md">
        <CountedTextarea
          label={t('decisionNote')}
          description={t('decisionNoteHelp')}
          limit={LIMITS.reviewNoteChars}
          autosize
          minRows={3}
          maxRows={10}
          value={note}
          onChange={setNote}
        />
        {problem && (
          <Text size="sm" c="red" role="alert">
            {problem}
          </Text>
        )}
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
            onClick={() => decide.mutate('reject')}
            loading={decide.isPending && decide.variables === 'reject'}
            disabled={!isValid || note.trim() === '' || decide.isPending}
          >
            {t('reject')}
          </Button>
        </Group>
        {note.trim() === '' && (
          <Text size="xs" c="dimmed">
            {t('rejectNeedsNote')}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}
