import '@mantine/core/styles/Chip.css';
import { Chip, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { getDayNames } from '../../lib/week-days';

interface Props {
  label: string;
  /** Days of the week, from 0 for Sunday. */
  value: string[];
  onChange: (days: string[]) => void;
}

/** A choice of days of the week. */
export function WeekDays({ label, value, onChange }: Props) {
  const { i18n } = useTranslation();
  const names = getDayNames(i18n.language, 'short');
  return (
    <div role="group" aria-label={label}>
      <Text size="sm" fw={600} mb={4} aria-hidden>
        {label}
      </Text>
      <Chip.Group multiple value={value} onChange={onChange}>
        <Group gap={6}>
          {[1, 2, 3, 4, 5, 6, 0].map((day) => (
            <Chip key={day} value={String(day)} size="xs">
              {names[day]}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </div>
  );
}
