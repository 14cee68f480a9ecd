import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Says which filter of the URL without a field of its own applies, and removes it. */
export function FilterNotice({ children, onClear }: { children: ReactNode; onClear: () => void }) {
  const { t } = useTranslation('filters');
  return (
    <Group gap="xs" role="status">
      <Text size="sm">{children}</Text>
      <Button size="compact-sm" variant="subtle" onClick={onClear}>
        {t('showAll')}
      </Button>
    </Group>
  );
}
