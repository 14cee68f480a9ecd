import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { act, cleanup, configure, render, screen } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { createMemoryRouter, Link, useLocation } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createAppTheme } from '../app/theme';
import { queryClient } from '../lib/query-client';
import { loadTexts, setLanguage, startTexts, type Language } from '../texts/i18n';
import type { Namespace } from '../texts/resources';
import { Notifications } from '../ui/feedback/notifications';
import { stubLayout } from './browser-stubs';
import { FakeServer } from './fake-server';

// Waits end as soon as their condition holds. The limit is for busy machines.
configure({ asyncUtilTimeout: 15_000 });

const theme = createAppTheme({ close: 'Close', showPassword: 'Show password' });

/** Renders an element of the console with its real providers, texts and router. Only the network is replaced. */
export async function renderPage(
  element: ReactNode,
  { path = '/', at = path, language = 'en', texts }: Options,
) {
  await startTexts();
  await loadTexts(...texts);
  await setLanguage(language);
  const page = (
    <main id="content">
      <Suspense fallback="Loading texts">{element}</Suspense>
      <Link to="/elsewhere">Elsewhere</Link>
    </main>
  );
  const router = createMemoryRouter(
    [
      { path, element: page },
      { path: '*', element: <OtherPage /> },
    ],
    { initialEntries: [at] },
  );
  render(
    // Without transitions, which jsdom cannot run, and without CSS variables, which make its computed styles slow.
    <MantineProvider theme={theme} env="test" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <Notifications />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }), router };
}

interface Options {
  /** Route of the element. */
  path?: string;
  /** Address to open. */
  at?: string;
  language?: Language;
  /** Namespaces that the element uses. */
  texts: Namespace[];
}

/** Stands for all other pages. */
function OtherPage() {
  return <p>Page {useLocation().pathname}</p>;
}

/** Waits until the console has navigated to another page. */
export const findPage = (path: string) => screen.findByText(`Page ${path}`);

/** Picks an option of a Select by their accessible names. */
export async function pickOption(user: UserEvent, label: string, option: string): Promise<void> {
  await user.click(screen.getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
}

/** Replaces the network for each test of a file. Fails a test that sends an unexpected or invalid request. */
export function setUpServer(prepare: (server: FakeServer) => void): { current: FakeServer } {
  const server = { current: new FakeServer() };
  beforeEach(() => {
    stubLayout();
    localStorage.clear();
    server.current = new FakeServer();
    prepare(server.current);
    globalThis.fetch = server.current.fetch;
  });
  afterEach(() => {
    act(() => notifications.clean());
    cleanup();
    queryClient.clear();
    expect(server.current.problems).toEqual([]);
  });
  return server;
}
