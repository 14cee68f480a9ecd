import type { AppRoute } from '@ts-rest/core';
import { contract } from './contract';
import type { Policy } from './policy';

/** A route as the reference and the tests that are made from the contract see it. */
export interface DeclaredRoute {
  /** Feature and operation: `devices.list`. */
  name: string;
  feature: string;
  /** As specs title it: `GET /v1/devices/:deviceId`. */
  title: string;
  route: AppRoute;
  policy: Policy;
}

/** Every route of the contract, in its order. */
export const routes: DeclaredRoute[] = Object.entries(contract).flatMap(([feature, operations]) =>
  Object.entries(operations as Record<string, AppRoute>).map(([operation, route]) => ({
    name: `${feature}.${operation}`,
    feature,
    title: `${route.method} ${route.path}`,
    route,
    policy: route.metadata as Policy,
  })),
);

/** Names of the parameters in a path: `deviceId`. */
export function pathParameters({ path }: Pick<AppRoute, 'path'>): string[] {
  return Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name ?? '');
}
