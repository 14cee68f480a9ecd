import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from '../lib/query-client';
import { whenIdle } from '../lib/when-idle';
import { router } from './router';
import { themeWith } from './theme';

const Notifications = lazy(async () => {
  await whenIdle();
  return { default: (await import('../ui/notifications')).Notifications };
});

export function App() {
  const { t } = useTranslation();
  const [close, showPassword] = [t('close'), t('showPassword')];
  const theme = useMemo(() => themeWith({ close, showPassword }), [close, showPassword]);
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" deduplicateCssVariables={false}>
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <Notifications />
        </Suspense>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
