import type { Occurrence, OccurrenceResult } from '@drover/sdk';
import { Badge, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useReasonText } from '../../ui/display/use-reason-text';

/** The colour of each result. */
export const resultTones: Record<OccurrenceResult, 'gray' | 'blue' | 'green' | 'orange' | 'red'> = {
  waiting: 'blue',
  running: 'blue',
  succeeded: 'green',
  failed: 'red',
  offline: 'orange',
  ended: 'gray',
  not_started: 'red',
  skipped: 'orange',
  missed: 'orange',
};

interface Props {
  occurrence: Occurrence;
  /** Shown after the result, before the reason. */
  time?: ReactNode;
}

/** The result of an occurrence, with its reason. */
export function Outcome({ occurrence: { result, reason }, time }: Props) {
  const { t } = useTranslation('schedules');
  const reasonText = useReasonText();
  const text = reason && reasonText(reason);
  return (
    <Group gap="xs" wrap="nowrap" miw={0}>
      {/* The badge's own colour has too little contrast on orange. */}
      <Badge
        variant="light"
        color={resultTones[result]}
        c="var(--mantine-color-text)"
        tt="none"
        fw={550}
        style={{ flexShrink: 0 }}
      >
        {t(`outcomes.${result}`)}
      </Badge>
      {time}
      {text && (
        <Text size="xs" c="dimmed" truncate title={text}>
          {text}
        </Text>
      )}
    </Group>
  );
}
