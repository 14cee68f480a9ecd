import { hasEnded, type Occurrence, type RunState } from '@drover/sdk';
import { Badge, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useReasonText } from '../../ui/display/use-reason-text';

type Tone = 'gray' | 'blue' | 'green' | 'orange' | 'red';
type OutcomeName =
  'waiting' | 'skipped' | 'missed' | 'failed' | 'running' | 'succeeded' | 'offline' | 'notSucceeded' | 'over';

const tones: Record<OutcomeName, Tone> = {
  waiting: 'blue',
  skipped: 'orange',
  missed: 'orange',
  failed: 'red',
  running: 'blue',
  succeeded: 'green',
  offline: 'orange',
  notSucceeded: 'red',
  over: 'gray',
};

const failureStates: RunState[] = ['failed', 'timed_out', 'lost', 'rejected'];

/** Sums up an occurrence in one word. */
function getOutcome({ state, counts, missedDevices }: Occurrence): OutcomeName {
  if (state !== 'started') return state;
  const present = Object.entries(counts ?? {}).filter(([, count]) => count > 0) as [RunState, number][];
  if (present.length === 0) return 'over';
  if (present.some(([run]) => failureStates.includes(run))) return 'notSucceeded';
  if (present.some(([run]) => !hasEnded(run))) return 'running';
  if (missedDevices > 0) return 'offline';
  return present.every(([run]) => run === 'succeeded') ? 'succeeded' : 'over';
}

export function Outcome({ occurrence }: { occurrence: Occurrence }) {
  const { t } = useTranslation('schedules');
  const reasonText = useReasonText();
  const name = getOutcome(occurrence);
  const text = occurrence.reason && reasonText(occurrence.reason);
  return (
    <Group gap="xs" wrap="nowrap" miw={0}>
      {/* The badge's own colour has too little contrast on orange. */}
      <Badge
        variant="light"
        color={tones[name]}
        c="var(--mantine-color-text)"
        tt="none"
        fw={550}
        style={{ flexShrink: 0 }}
      >
        {t(`outcomes.${name}`)}
      </Badge>
      {text && (
        <Text size="xs" c="dimmed" truncate title={text}>
          {text}
        </Text>
      )}
    </Group>
  );
}
