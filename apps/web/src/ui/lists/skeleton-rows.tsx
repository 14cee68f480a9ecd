import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** A placeholder for a list that is loading. */
export function SkeletonRows({ rows = 5 }: { rows?: number }) {
  const { t } = useTranslation();
  return (
    <Stack gap="xs" role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={48} radius="md" />
      ))}
    </Stack>
  );
}
