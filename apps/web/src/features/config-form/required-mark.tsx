import { Text } from '@mantine/core';

/** The mark of a field that must have a value, where Mantine has none. */
export function RequiredMark() {
  return (
    <Text span inherit c="var(--mantine-color-error)" aria-hidden>
      {' *'}
    </Text>
  );
}
