import type { Failure } from '@drover/sdk';
import { Button, Group, Text } from '@mantine/core';
import { Fragment, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { editorLink, isSourceFile } from '../../lib/error-position';
import { ForRole } from '../../roles/for-role';
import { useReasonText } from '../../ui/display/use-reason-text';
import { Panel } from '../../ui/layout/panel';
import classes from './failure-list.module.css';
import { FailureLog } from './failure-log';

interface Props {
  failures: Failure[];
  /** The page of the script's editor, if it has one. Positions of errors link to it. */
  editorPage?: string;
  /** The failure whose runs are shown. */
  chosenId: string | null;
  onChoose: (failureId: string | null) => void;
  onRerun: (failure: Failure) => void;
}

/** The failed runs of a job by cause, the most frequent first. */
export function FailureList({ failures, ...props }: Props) {
  const { t } = useTranslation('rollouts');
  return (
    <Panel title={t('failures.title')}>
      <ul className={classes.list} aria-label={t('failures.title')}>
        {failures.map((failure) => (
          <FailureItem key={failure._id} failure={failure} {...props} />
        ))}
      </ul>
    </Panel>
  );
}

function FailureItem({
  failure,
  editorPage,
  chosenId,
  onChoose,
  onRerun,
}: Omit<Props, 'failures'> & { failure: Failure }) {
  const { t } = useTranslation(['rollouts', 'runs']);
  const reasonText = useReasonText();
  const [hasLog, setLog] = useState(false);
  const isChosen = failure._id === chosenId;
  const sample = failure.samples[0];
  return (
    <li className={classes.failure}>
      <div className={classes.text}>
        <Text size="sm" fw={600} lineClamp={3}>
          {failure.runs.toLocaleString()} ×{' '}
          {failure.message === null ? t(`runs:states.${failure.state}`) : reasonText(failure.message)}
        </Text>
        <Text size="xs" c="dimmed">
          <FailureFacts failure={failure} editorPage={editorPage} />
        </Text>
      </div>
      <Group gap="xs">
        {sample && (
          <Button size="xs" variant="default" aria-expanded={hasLog} onClick={() => setLog(!hasLog)}>
            {t('failures.log')}
          </Button>
        )}
        <Button
          size="xs"
          variant={isChosen ? 'filled' : 'default'}
          aria-pressed={isChosen}
          onClick={() => onChoose(isChosen ? null : failure._id)}
        >
          {t('failures.showRuns')}
        </Button>
        <ForRole role="operator">
          <Button size="xs" variant="light" onClick={() => onRerun(failure)}>
            {t('failures.rerun')}
          </Button>
        </ForRole>
      </Group>
      {hasLog && sample && <FailureLog run={sample} />}
    </li>
  );
}

/** Where and how runs failed, and on which devices. */
export function FailureFacts({ failure, editorPage }: { failure: Failure; editorPage?: string }) {
  const { t } = useTranslation(['rollouts', 'runs']);
  const { file, line, step, state, exitCode, signal, devices, samples } = failure;
  const examples = samples.filter(
    ({ deviceId }, index) => samples.findIndex((sample) => sample.deviceId === deviceId) === index,
  );
  const more = devices - examples.length;
  const position = line !== null && t('failures.line', { file, line });
  const facts: ReactNode[] = [
    t(`runs:states.${state}`),
    position && editorPage && file !== null && isSourceFile(file) ? (
      <Link to={editorLink(editorPage, { file, line })}>{position}</Link>
    ) : (
      position
    ),
    step !== null && t('failures.step', { step }),
    exitCode !== null && t('failures.exitCode', { code: exitCode }),
    signal,
    examples.map(({ _id, deviceName }, index) => (
      <Fragment key={_id}>
        {index > 0 && t('failures.comma')}
        <Link to={`/runs/${_id}`}>{deviceName}</Link>
      </Fragment>
    )),
    more > 0 && t('failures.moreDevices', { count: more }),
  ];
  return facts.filter(Boolean).map((fact, index) => (
    <Fragment key={index}>
      {index > 0 && ' · '}
      {fact}
    </Fragment>
  ));
}
