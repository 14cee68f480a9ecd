import type { AppRoute } from '@ts-rest/core';
import { tsRestContract } from './contract';
import type { Policy } from './policy';

/** A route as the reference and the tests derived from the contract use it. */
export interface DeclaredRoute {
  /** Feature and operation: `devices.list`. */
  name: string;
  feature: string;
  /** The title of its tests: `GET /v1/devices/:deviceId`. */
  title: string;
  route: AppRoute;
  policy: Policy;
}

/** Every route of the contract, in order. */
export const routes: DeclaredRoute[] = Object.entries(tsRestContract).flatMap(([feature, operations]) =>
  Object.entries(operations).map(([operation, route]) => ({
    name: `${feature}.${operation}`,
    feature,
    title: `${route.method} ${route.path}`,
    route,
    policy: route.metadata as Policy,
  })),
);

/** Returns the names of the parameters in a path: `deviceId`. */
export function pathParameters({ path }: Pick<AppRoute, 'path'>): string[] {
  return Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name ?? '');
}
