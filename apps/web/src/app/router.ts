import type { ComponentType } from 'react';
import { createBrowserRouter, redirect, type RouteObject } from 'react-router';
import type { Area } from '../texts/areas';
import { openArea } from '../texts/i18n';
import { ErrorPage } from './error-page';
import { Layout } from './layout';
import { MissingPage } from './missing-page';

/** Fetches a page when it is opened, together with the texts that it alone has. */
const page =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name, ...areas: Area[]) =>
  async () => {
    const [module] = await Promise.all([load(), ...areas.map(openArea)]);
    return { Component: module[name] };
  };

const settings: RouteObject = {
  path: 'settings',
  lazy: page(() => import('../pages/settings/settings-layout'), 'SettingsLayout', 'settings'),
  children: [
    { index: true, loader: () => redirect('/settings/account') },
    { path: 'account', lazy: page(() => import('../pages/accounts/account-page'), 'AccountPage') },
    { path: 'tokens', lazy: page(() => import('../pages/tokens/tokens-page'), 'TokensPage', 'tokens') },
    {
      path: 'notifications',
      lazy: page(
        () => import('../pages/notification-settings/notification-settings-page'),
        'NotificationSettingsPage',
        'notificationSettings',
        'messages',
        'deviceChoice',
      ),
    },
    {
      path: 'enrolment-keys',
      lazy: page(() => import('../pages/enrolments/enrolment-keys-page'), 'EnrolmentKeysPage', 'enrolments'),
    },
    { path: 'secrets', lazy: page(() => import('../pages/secrets/secrets-page'), 'SecretsPage', 'secrets') },
    {
      path: 'webhooks',
      lazy: page(() => import('../pages/webhooks/webhooks-page'), 'WebhooksPage', 'webhooks'),
    },
    {
      path: 'webhooks/:webhookId',
      lazy: page(() => import('../pages/webhooks/webhook-page'), 'WebhookPage', 'webhooks'),
    },
    { path: 'audit', lazy: page(() => import('../pages/audit/audit-page'), 'AuditPage', 'audit') },
  ],
};

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
