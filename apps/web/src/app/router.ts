import { createBrowserRouter, type RouteObject } from 'react-router';
import { ErrorPage } from './error-page';
import { Layout } from './layout';
import { page } from './lazy-page';
import { MissingPage } from './missing-page';
import { settings } from './settings-routes';

const pages: RouteObject[] = [
  { index: true, lazy: page(() => import('../pages/home/home-page'), 'HomePage') },
  {
    path: 'devices',
    lazy: page(() => import('../pages/devices/devices-page'), 'DevicesPage', 'devices', 'enrolments'),
  },
  {
    path: 'devices/groups',
    lazy: page(
      () => import('../pages/device-groups/device-groups-page'),
      'DeviceGroupsPage',
      'deviceGroups',
      'devices',
      'deviceChoice',
    ),
  },
  {
    path: 'devices/:deviceId',
    lazy: page(() => import('../pages/devices/device-page'), 'DevicePage', 'devices'),
  },
  {
    path: 'devscripts',
    lazy: page(
      () => import('../pages/devscripts/devscripts-page'),
      'DevscriptsPage',
      'devscripts',
      'runDialog',
      'deviceChoice',
    ),
  },
  {
    path: 'devscripts/:devscriptId',
    lazy: page(
      () => import('../pages/devscripts/devscript-page'),
      'DevscriptPage',
      'devscripts',
      'enrolments',
      'runLog',
      'runDialog',
      'deviceChoice',
    ),
  },
  {
    path: 'devscripts/:devscriptId/publishing',
    lazy: page(
      () => import('../pages/publishing/publishing-page'),
      'PublishingPage',
      'publishing',
      'listings',
      'promotionCodes',
      'scripts',
    ),
  },
  {
    path: 'library',
    lazy: page(
      () => import('../pages/scripts/scripts-page'),
      'ScriptsPage',
      'scripts',
      'listings',
      'runDialog',
      'deviceChoice',
    ),
  },
  {
    path: 'library/:scriptId',
    lazy: page(
      () => import('../pages/scripts/script-page'),
      'ScriptPage',
      'scripts',
      'listings',
      'runDialog',
      'deviceChoice',
    ),
  },
  {
    path: 'listings',
    lazy: page(() => import('../pages/listings/listings-page'), 'ListingsPage', 'listings', 'scripts'),
  },
  {
    path: 'listings/:slug',
    lazy: page(() => import('../pages/listings/listing-page'), 'ListingPage', 'listings'),
  },
  {
    path: 'reviews',
    lazy: page(() => import('../pages/reviews/reviews-page'), 'ReviewsPage', 'reviews', 'listings'),
  },
  {
    path: 'reviews/:devscriptId',
    lazy: page(
      () => import('../pages/reviews/review-page'),
      'ReviewPage',
      'reviews',
      'listings',
      'runDialog',
    ),
  },
  {
    path: 'presets',
    lazy: page(
      () => import('../pages/presets/presets-page'),
      'PresetsPage',
      'presets',
      'runDialog',
      'deviceChoice',
    ),
  },
  {
    path: 'schedules',
    lazy: page(
      () => import('../pages/schedules/schedules-page'),
      'SchedulesPage',
      'schedules',
      'runDialog',
      'deviceChoice',
    ),
  },
  {
    path: 'schedules/:scheduleId',
    lazy: page(
      () => import('../pages/schedules/schedule-page'),
      'SchedulePage',
      'schedules',
      'runDialog',
      'deviceChoice',
    ),
  },
  { path: 'jobs', lazy: page(() => import('../pages/jobs/jobs-page'), 'JobsPage') },
  {
    path: 'jobs/:jobId',
    lazy: page(() => import('../pages/jobs/job-page'), 'JobPage', 'rollouts', 'runDialog', 'deviceChoice'),
  },
  {
    path: 'runs/:runId',
    lazy: page(() => import('../pages/runs/run-page'), 'RunPage', 'runLog', 'rollouts'),
  },
  { path: 'inbox', lazy: page(() => import('../pages/messages/messages-page'), 'MessagesPage', 'messages') },
  settings,
  { path: '*', Component: MissingPage },
];

/** Every page, by its address. Pages other than the first are fetched when they are opened. */
export const router = createBrowserRouter([
  {
    ErrorBoundary: ErrorPage,
    HydrateFallback: () => null,
    children: [
      { Component: Layout, children: [{ ErrorBoundary: ErrorPage, children: pages }] },
      {
        path: 'enrol/:key',
        lazy: page(() => import('../pages/enrolments/enrol-page'), 'EnrolPage', 'enrolments'),
      },
    ],
  },
]);
