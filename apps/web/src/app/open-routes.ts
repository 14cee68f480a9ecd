import type { RouteObject } from 'react-router';
import { lazyPage } from './lazy-page';

/** The pages that also people open who are not signed in. They have no navigation. */
export const openRoutes: RouteObject[] = [
  {
    path: 'enrol/:key',
    lazy: lazyPage(() => import('../pages/enrolments/enrol-page'), 'EnrolPage', 'enrolments'),
  },
  {
    path: 'sign-in/:providerId',
    lazy: lazyPage(
      () => import('../pages/accounts/provider-callback-page'),
      'ProviderCallbackPage',
      'single-sign-on',
    ),
  },
  {
    path: 'forgot-password',
    lazy: lazyPage(() => import('../pages/accounts/forgot-password-page'), 'ForgotPasswordPage'),
  },
  {
    path: 'reset-password',
    lazy: lazyPage(() => import('../pages/accounts/reset-password-page'), 'ResetPasswordPage'),
  },
  {
    path: 'join',
    lazy: lazyPage(() => import('../pages/members/join-page'), 'JoinPage', 'members', 'second-factor'),
  },
];
