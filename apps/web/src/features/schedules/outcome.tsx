import { hasEnded, type Occurrence, type RunState } from '@drover/sdk';
import { Badge, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

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

/** Reasons given by the API, with the key of their text. Unknown reasons are shown as they are. */
const knownReasons = {
  'previous still running': 'previous',
  'too many are waiting': 'tooMany',
  'server was down': 'serverDown',
  'server was down; earlier ones too': 'serverDownLong',
  'the script was deleted': 'scriptRemoved',
  'no device matches the selector': 'noDevice',
  paused: 'paused',
} as const;

export function Outcome({ occurrence }: { occurrence: Occurrence }) {
  const { t } = useTranslation('schedules');
  const name = getOutcome(occurrence);
  const { reason, missedDevices, counts } = occurrence;
  const devices = Object.values(counts ?? {}).reduce((sum, runs) => sum + runs, 0);
  const textKey = knownReasons[(reason ?? '') as keyof typeof knownReasons];
  const text =
    missedDevices > 0
      ? t('reasons.offline', { count: missedDevices, devices })
      : textKey
        ? t(`reasons.${textKey}`)
        : reason;
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
