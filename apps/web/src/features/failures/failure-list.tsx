import type { Failure } from '@drover/sdk';
import { Button, Group, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../ui/layout/panel';
import classes from './failure-list.module.css';

interface Props {
  failures: Failure[];
  /** The failure whose runs are shown. */
  chosenId: string | null;
  onChoose: (failureId: string | null) => void;
  onRerun: (failure: Failure) => void;
}

/** The failed runs of a job by cause, the most frequent first. */
export function FailureList({ failures, chosenId, onChoose, onRerun }: Props) {
  const { t } = useTranslation(['rollouts', 'runs']);
  return (
    <Panel title={t('failures.title')}>
      <ul className={classes.list} aria-label={t('failures.title')}>
        {failures.map((failure) => (
          <li key={failure._id} className={classes.failure}>
            <div className={classes.text}>
              <Text size="sm" fw={600} lineClamp={3}>
                {failure.runs.toLocaleString()} × {failure.message ?? t(`runs:states.${failure.state}`)}
              </Text>
              <Text size="xs" c="dimmed">
                {describe(failure, t)}
              </Text>
            </div>
            <Group gap="xs">
              <Button
                size="xs"
                variant={failure._id === chosenId ? 'filled' : 'default'}
                aria-pressed={failure._id === chosenId}
                onClick={() => onChoose(failure._id === chosenId ? null : failure._id)}
              >
                {t('failures.showRuns')}
              </Button>
              <Button size="xs" variant="default" onClick={() => onRerun(failure)}>
                {t('failures.rerun')}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Where and how runs failed, and on which devices. */
function describe(
  { file, line, state, exitCode, signal, devices, samples }: Failure,
  t: TFunction<['rollouts', 'runs']>,
): string {
  const more = devices - samples.length;
  const names = samples.map(({ deviceName }) => deviceName).join(t('failures.comma'));
  return [
    t(`runs:states.${state}`),
    line !== null && t('failures.line', { file, line }),
    exitCode !== null && t('failures.exitCode', { code: exitCode }),
    signal,
    more > 0 ? t('failures.devicesAndMore', { names, count: more }) : names,
  ]
    .filter(Boolean)
    .join(' · ');
}
