import { createBrowserRouter, type RouteObject } from 'react-router';
import { HomePage } from '../pages/home/home-page';
import { approvalRoutes } from './approval-routes';
import { ErrorPage } from './error-page';
import { Layout } from './layout';
import { lazyPage } from './lazy-page';
import { NotFoundPage } from './not-found-page';
import { openRoutes } from './open-routes';
import { reviewRoutes } from './review-routes';
import { settingsRoutes } from './settings-routes';
import { LoadingPage } from '../ui/feedback/loading-page';

const pages: RouteObject[] = [
  { index: true, Component: HomePage },
  {
    path: 'devices',
    lazy: lazyPage(() => import('../pages/devices/devices-page'), 'DevicesPage', 'devices', 'enrolments'),
  },
  {
    path: 'devices/groups',
    lazy: lazyPage(
      () => import('../pages/device-groups/device-groups-page'),
      'DeviceGroupsPage',
      'device-groups',
      'devices',
      'device-choice',
    ),
  },
  {
    path: 'devices/:deviceId',
    lazy: lazyPage(() => import('../pages/devices/device-page'), 'DevicePage', 'devices'),
  },
  {
    path: 'devscripts',
    lazy: lazyPage(
      () => import('../pages/devscripts/devscripts-page'),
      'DevscriptsPage',
      'devscripts',
      'run-dialog',
      'device-choice',
    ),
  },
  {
    path: 'devscripts/:devscriptId',
    lazy: lazyPage(
      () => import('../pages/devscripts/devscript-page'),
      'DevscriptPage',
      'devscripts',
      'projects',
      'results',
      'enrolments',
      'run-log',
      'run-dialog',
      'device-choice',
    ),
  },
  {
    path: 'devscripts/:devscriptId/publishing',
    lazy: lazyPage(
      () => import('../pages/publishing/publishing-page'),
      'PublishingPage',
      'publishing',
      'listings',
      'promotion-codes',
      'scripts',
    ),
  },
  {
    path: 'devscripts/:devscriptId/revisions',
    lazy: lazyPage(
      () => import('../pages/revisions/revisions-page'),
      'RevisionsPage',
      'revisions',
      'projects',
    ),
  },
  {
    path: 'library',
    lazy: lazyPage(
      () => import('../pages/scripts/scripts-page'),
      'ScriptsPage',
      'scripts',
      'listings',
      'run-dialog',
      'device-choice',
    ),
  },
  {
    path: 'library/:scriptId',
    lazy: lazyPage(
      () => import('../pages/scripts/script-page'),
      'ScriptPage',
      'results',
      'scripts',
      'listings',
      'job-results',
      'run-dialog',
      'device-choice',
    ),
  },
  {
    path: 'listings',
    lazy: lazyPage(() => import('../pages/listings/listings-page'), 'ListingsPage', 'listings', 'scripts'),
  },
  {
    path: 'listings/:slug',
    lazy: lazyPage(() => import('../pages/listings/listing-page'), 'ListingPage', 'listings'),
  },
  ...reviewRoutes,
  {
    path: 'presets',
    lazy: lazyPage(
      () => import('../pages/presets/presets-page'),
      'PresetsPage',
      'presets',
      'run-dialog',
      'device-choice',
    ),
  },
  {
    path: 'presets/:presetId',
    lazy: lazyPage(
      () => import('../pages/presets/preset-page'),
      'PresetPage',
      'presets',
      'job-results',
      'run-dialog',
      'device-choice',
    ),
  },
  {
    path: 'schedules',
    lazy: lazyPage(
      () => import('../pages/schedules/schedules-page'),
      'SchedulesPage',
      'schedules',
      'filters',
      'run-dialog',
      'device-choice',
    ),
  },
  {
    path: 'schedules/:scheduleId',
    lazy: lazyPage(
      () => import('../pages/schedules/schedule-page'),
      'SchedulePage',
      'schedules',
      'run-dialog',
      'device-choice',
    ),
  },
  {
    path: 'stores',
    lazy: lazyPage(() => import('../pages/stores/stores-page'), 'StoresPage', 'stores'),
  },
  {
    path: 'stores/:storeId',
    lazy: lazyPage(() => import('../pages/stores/store-page'), 'StorePage', 'stores', 'filters'),
  },
  {
    path: 'jobs',
    lazy: lazyPage(() => import('../pages/jobs/jobs-page'), 'JobsPage', 'filters', 'job-results'),
  },
  {
    path: 'jobs/:jobId',
    lazy: lazyPage(
      () => import('../pages/jobs/job-page'),
      'JobPage',
      'results',
      'filters',
      'job-results',
      'rollouts',
      'run-dialog',
      'device-choice',
    ),
  },
  {
    path: 'results',
    lazy: lazyPage(() => import('../pages/results/results-page'), 'ResultsPage', 'results', 'filters'),
  },
  {
    path: 'runs',
    lazy: lazyPage(() => import('../pages/runs/runs-page'), 'RunsPage', 'filters', 'run-list'),
  },
  {
    path: 'runs/:runId',
    lazy: lazyPage(
      () => import('../pages/runs/run-page'),
      'RunPage',
      'artifacts',
      'results',
      'run-details',
      'run-log',
      'projects',
      'rollouts',
      'job-results',
      'run-dialog',
      'device-choice',
    ),
  },
  {
    path: 'failures',
    lazy: lazyPage(
      () => import('../pages/failures/failures-page'),
      'FailuresPage',
      'failures',
      'rollouts',
      'statistics',
      'filters',
    ),
  },
  {
    path: 'statistics',
    lazy: lazyPage(() => import('../pages/statistics/statistics-page'), 'StatisticsPage', 'statistics'),
  },
  {
    path: 'inbox',
    lazy: lazyPage(() => import('../pages/messages/messages-page'), 'MessagesPage', 'messages'),
  },
  {
    path: 'device',
    lazy: lazyPage(
      () => import('../pages/sign-in-requests/approve-page'),
      'ApprovePage',
      'sign-in-requests',
      'tokens',
    ),
  },
  ...approvalRoutes,
  settingsRoutes,
  { path: '*', Component: NotFoundPage },
];

/** The routes of all pages. Every page except the first is loaded when it is opened. */
export const router = createBrowserRouter([
  {
    ErrorBoundary: ErrorPage,
    HydrateFallback: LoadingPage,
    children: [
      { Component: Layout, children: [{ ErrorBoundary: ErrorPage, children: pages }] },
      ...openRoutes,
    ],
  },
]);
