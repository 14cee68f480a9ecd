import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from '../lib/query-client';
import { waitUntilIdle } from '../lib/wait-until-idle';
import { lazyPart } from '../texts/lazy-part';
import { router } from './router';
import { createAppTheme } from './theme';

const Notifications = lazyPart(async () => {
  await waitUntilIdle();
  return import('../ui/feedback/notifications');
}, 'Notifications');

export function App() {
  const { t } = useTranslation();
  const [close, showPassword] = [t('close'), t('showPassword')];
  const theme = useMemo(() => createAppTheme({ close, showPassword }), [close, showPassword]);
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
