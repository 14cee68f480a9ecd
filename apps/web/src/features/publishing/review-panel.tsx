import type { Devscript } from '@drover/sdk';
import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { Panel } from '../../ui/panel';
import classes from './review-steps.module.css';
import { useChange } from './use-change';

interface Props {
  devscript: Devscript;
  hasCode: boolean;
}

/** Where the review stands, what that means, and what the owner can do next. */
export function ReviewPanel({ devscript, hasCode }: Props) {
  const { t } = useTranslation();
  const { _id, reviewState, reviewNote } = devscript;
  const submit = useChange(
    () => drover.devscripts.submitReview(_id),
    ({ reviewState: state }) =>
      state === 'approved' ? t('publishing.approved', { name: devscript.name }) : t('publishing.submitted'),
  );
  const withdraw = useChange(
    () => drover.devscripts.withdrawReview(_id),
    () => t('publishing.withdrawn'),
  );
  return (
    <Panel title={t('publishing.review')}>
      <Steps state={reviewState} />
      <Text size="sm">{t(`publishing.meaning.${hasCode ? reviewState : 'draftEmpty'}`)}</Text>
      {reviewNote && (
        <blockquote className={classes.note} lang="" dir="auto">
          <Text size="xs" c="dimmed" component="span" display="block" lang={undefined}>
            {t('publishing.note')}
          </Text>
          {reviewNote}
        </blockquote>
      )}
      {(reviewState === 'draft' || reviewState === 'rejected') && (
        <Group mt="md">
          <Button onClick={() => submit.mutate()} loading={submit.isPending} disabled={!hasCode}>
            {reviewState === 'draft' ? t('publishing.submit') : t('publishing.submitAgain')}
          </Button>
        </Group>
      )}
      {reviewState === 'in_review' && (
        <Group mt="md">
          <Button variant="default" onClick={() => withdraw.mutate()} loading={withdraw.isPending}>
            {t('publishing.withdraw')}
          </Button>
        </Group>
      )}
    </Panel>
  );
}

function Steps({ state }: { state: Devscript['reviewState'] }) {
  const { t } = useTranslation();
  const isDecided = state === 'approved' || state === 'rejected';
  const steps = ['draft', 'in_review', isDecided ? state : 'decided'] as const;
  const present = steps.findIndex((step) => step === state);
  return (
    <ol className={classes.steps}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={classes.step}
          data-reached={index <= present || undefined}
          data-state={step}
          aria-current={index === present ? 'step' : undefined}
        >
          {t(`publishing.steps.${step}`)}
        </li>
      ))}
    </ol>
  );
}
