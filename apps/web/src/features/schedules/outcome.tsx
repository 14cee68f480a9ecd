import { hasEnded, type Occurrence, type RunState } from '@drover/sdk';
import { Badge, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Tone = 'gray' | 'blue' | 'green' | 'orange' | 'red';
type Word =
  'waiting' | 'skipped' | 'missed' | 'failed' | 'running' | 'succeeded' | 'offline' | 'notSucceeded' | 'over';

const tones: Record<Word, Tone> = {
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

const failures: RunState[] = ['failed', 'timed_out', 'lost', 'rejected'];

/** What became of an occurrence, in one word. */
function wordOf({ state, counts, missedDevices }: Occurrence): Word {
  if (state !== 'started') return state;
  const present = Object.entries(counts ?? {}).filter(([, count]) => count > 0) as [RunState, number][];
  if (present.length === 0) return 'over';
  if (present.some(([run]) => failures.includes(run))) return 'notSucceeded';
  if (present.some(([run]) => !hasEnded(run))) return 'running';
  if (missedDevices > 0) return 'offline';
  return present.every(([run]) => run === 'succeeded') ? 'succeeded' : 'over';
}

/** Reasons that the service gives, and the text for each; others are shown as they are. */
const reasons = {
  'previous still running': 'previous',
  'too many are waiting': 'tooMany',
  'server was down': 'serverDown',
  'server was down; earlier ones too': 'serverDownLong',
  'the script was removed': 'scriptRemoved',
  'no device meets the selector': 'noDevice',
  paused: 'paused',
} as const;

export function Outcome({ occurrence }: { occurrence: Occurrence }) {
  const { t } = useTranslation();
  const word = wordOf(occurrence);
  const { reason, missedDevices, counts } = occurrence;
  const devices = Object.values(counts ?? {}).reduce((sum, runs) => sum + runs, 0);
  const known = reasons[(reason ?? '') as keyof typeof reasons];
  const text =
    missedDevices > 0
      ? t('schedules.reasons.offline', { count: missedDevices, devices })
      : known
        ? t(`schedules.reasons.${known}`)
        : reason;
  return (
    <Group gap="xs" wrap="nowrap" miw={0}>
      {/* The word in the colour of texts: on orange, its own would be too faint. */}
      <Badge
        variant="light"
        color={tones[word]}
        c="var(--mantine-color-text)"
        tt="none"
        fw={550}
        style={{ flexShrink: 0 }}
      >
        {t(`schedules.outcomes.${word}`)}
      </Badge>
      {text && (
        <Text size="xs" c="dimmed" truncate title={text}>
          {text}
        </Text>
      )}
    </Group>
  );
}
