import { createBrowserRouter } from 'react-router';
import { ErrorPage } from './error-page';
import { Layout } from './layout';
import { MissingPage } from './pages/missing-page';

/** Every page, by its address. Pages other than the first are fetched when they are opened. */
export const router = createBrowserRouter([
  {
    ErrorBoundary: ErrorPage,
    HydrateFallback: () => null,
    children: [
      {
        Component: Layout,
        children: [
          {
            ErrorBoundary: ErrorPage,
            children: [
              {
                index: true,
                lazy: async () => ({ Component: (await import('./pages/home-page')).HomePage }),
              },
              {
                path: 'devices',
                lazy: async () => ({ Component: (await import('./pages/devices-page')).DevicesPage }),
              },
              {
                path: 'devices/:deviceId',
                lazy: async () => ({ Component: (await import('./pages/device-page')).DevicePage }),
              },
              {
                path: 'devscripts',
                lazy: async () => ({ Component: (await import('./pages/devscripts-page')).DevscriptsPage }),
              },
              {
                path: 'devscripts/:devscriptId',
                lazy: async () => ({ Component: (await import('./pages/devscript-page')).DevscriptPage }),
              },
              {
                path: 'jobs',
                lazy: async () => ({ Component: (await import('./pages/jobs-page')).JobsPage }),
              },
              {
                path: 'jobs/:jobId',
                lazy: async () => ({ Component: (await import('./pages/job-page')).JobPage }),
              },
              {
                path: 'runs/:runId',
                lazy: async () => ({ Component: (await import('./pages/run-page')).RunPage }),
              },
              { path: '*', Component: MissingPage },
            ],
          },
        ],
      },
      {
        path: 'enrol/:key',
        lazy: async () => ({ Component: (await import('./pages/enrol-page')).EnrolPage }),
      },
    ],
  },
]);
