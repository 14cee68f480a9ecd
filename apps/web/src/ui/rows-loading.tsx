import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The place of a list that is on its way. */
export function RowsLoading({ rows = 5 }: { rows?: number }) {
  const { t } = useTranslation();
  return (
    <Stack gap="xs" role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={48} radius="md" />
      ))}
    </Stack>
  );
}
