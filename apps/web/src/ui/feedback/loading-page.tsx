import { Center, Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Fills the window while a page is loading. */
export function LoadingPage() {
  const { t } = useTranslation();
  return (
    <Center h="100dvh" role="status" aria-label={t('loading')}>
      <Loader type="dots" />
    </Center>
  );
}
