import { LIMITS } from '@drover/contract/limits';
import { isConflict, type DecideReview, type Review } from '@drover/sdk';
import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { CountedTextarea, isWithin } from '../../ui/counted-input';
import { useErrorText } from '../../ui/failure';
import { Panel } from '../../ui/panel';

interface Props {
  review: Review;
  /** Whether the files are there to be read. */
  isRead: boolean;
  onDecided: () => void;
}

/** Approves or rejects exactly the files that are shown. */
export function DecisionPanel({ review, isRead, onDecided }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const textOf = useErrorText();
  const [note, setNote] = useState('');
  const { devscriptId, name, codeSha256, configSha256 } = review;
  const isValid = isRead && isWithin(note.trim(), LIMITS.reviewNoteChars);
  const decide = useMutation({
    mutationFn: (decision: DecideReview['decision']) =>
      drover.reviews.update(devscriptId, {
        decision,
        ...(note.trim() && { note: note.trim() }),
        codeSha256,
        configSha256,
      }),
    onSuccess: (_done, decision) => {
      const done = decision === 'approve' ? t('reviews.approved', { name }) : t('reviews.rejected', { name });
      notifications.show({ message: done });
      onDecided();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['reviews', 'list'] }),
  });
  const problem = decide.error && (isConflict(decide.error) ? t('reviews.changed') : textOf(decide.error));
  return (
    <Panel title={t('reviews.decision')}>
      <Stack gap="md">
        <CountedTextarea
          label={t('reviews.decisionNote')}
          description={t('reviews.decisionNoteHelp')}
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
            {t('reviews.approve')}
          </Button>
          <Button
            color="red"
            variant="light"
            onClick={() => decide.mutate('reject')}
            loading={decide.isPending && decide.variables === 'reject'}
            disabled={!isValid || note.trim() === '' || decide.isPending}
          >
            {t('reviews.reject')}
          </Button>
        </Group>
        {note.trim() === '' && (
          <Text size="xs" c="dimmed">
            {t('reviews.rejectNeedsNote')}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}
