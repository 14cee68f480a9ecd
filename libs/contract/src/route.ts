import type { Policy } from './policy';

/** A route as its feature declares it. */
interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/v1/${string}`;
  /** What the route does, as the reference, the command line and tools for assistants print it. */
  summary: string;
  metadata: Policy;
  pathParams?: object;
  query?: object;
  contentType?: 'multipart/form-data';
  body?: unknown;
  /** One success; the errors are the same for all routes. */
  responses: object;
}

/** Declares the routes of a feature, with the literal types that clients and handlers are compared with. */
export function defineRoutes<const Routes extends Record<string, Route>>(routes: Routes): Routes {
  return routes;
}
