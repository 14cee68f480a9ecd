import type { Devscript } from '@drover/sdk';
import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { Panel } from '../../ui/layout/panel';
import classes from './review-steps.module.css';
import { useDevscriptMutation } from './use-devscript-mutation';

interface Props {
  devscript: Devscript;
  hasCode: boolean;
}

/** The state of the review and the owner's next step. */
export function ReviewPanel({ devscript, hasCode }: Props) {
  const { t } = useTranslation('publishing');
  const { _id, reviewState, reviewNote } = devscript;
  const submit = useDevscriptMutation(
    () => drover.devscripts.submitReview(_id),
    ({ reviewState: state }) =>
      state === 'approved' ? t('approved', { name: devscript.name }) : t('submitted'),
  );
  const withdraw = useDevscriptMutation(
    () => drover.devscripts.withdrawReview(_id),
    () => t('withdrawn'),
  );
  return (
    <Panel title={t('review')}>
      <Steps state={reviewState} />
      <Text size="sm">{t(`meaning.${hasCode ? reviewState : 'draftEmpty'}`)}</Text>
      {reviewNote && (
        <blockquote className={classes.note} lang="" dir="auto">
          <Text size="xs" c="dimmed" component="span" display="block" lang={undefined}>
            {t('note')}
          </Text>
          {reviewNote}
        </blockquote>
      )}
      {(reviewState === 'draft' || reviewState === 'rejected') && (
        <Group mt="md">
          <Button onClick={() => submit.mutate()} loading={submit.isPending} disabled={!hasCode}>
            {reviewState === 'draft' ? t('submit') : t('submitAgain')}
          </Button>
        </Group>
      )}
      {reviewState === 'in_review' && (
        <Group mt="md">
          <Button variant="default" onClick={() => withdraw.mutate()} loading={withdraw.isPending}>
            {t('withdraw')}
          </Button>
        </Group>
      )}
    </Panel>
  );
}

function Steps({ state }: { state: Devscript['reviewState'] }) {
  const { t } = useTranslation('publishing');
  const isDecided = state === 'approved' || state === 'rejected';
  const steps = ['draft', 'in_review', isDecided ? state : 'decided'] as const;
  const current = steps.findIndex((step) => step === state);
  return (
    <ol className={classes.steps}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={classes.step}
          data-reached={index <= current || undefined}
          data-state={step}
          aria-current={index === current ? 'step' : undefined}
        >
          {t(`steps.${step}`)}
        </li>
      ))}
    </ol>
  );
}
