import type { Contract } from '@drover/contract';
import type { Request, RequestHandler, Response } from 'express';

type Feature = keyof Contract;
/** The name of a route, such as `devices.update`. */
type RouteName = { [F in Feature]: `${F}.${keyof Contract[F] & string}` }[Feature];
type RouteOf<Name extends RouteName> = Name extends `${infer F extends Feature}.${infer Verb}`
  ? Contract[F][Verb & keyof Contract[F]]
  : never;

type Output<Schema> = Schema extends { _zod: { output: infer Type } } ? Type : unknown;
type Part<Route, Key extends string> = Route extends Record<Key, infer Schema> ? Output<Schema> : undefined;

/** The arguments of a route's handler. */
interface RequestOf<Name extends RouteName> {
  params: Part<RouteOf<Name>, 'pathParams'>;
  query: Part<RouteOf<Name>, 'query'>;
  body: Part<RouteOf<Name>, 'body'>;
  req: Request;
  res: Response;
}

/** The result of a route's handler. Handlers throw errors instead of returning them. */
interface ResponseOf<Name extends RouteName> {
  status: keyof RouteOf<Name>['responses'];
  body: BodyOf<RouteOf<Name>['responses']>;
}
type BodyOf<Responses> = Responses extends { 204: unknown } ? undefined : Output<Responses[keyof Responses]>;

type Handler<Name extends RouteName> = (request: RequestOf<Name>) => Promise<ResponseOf<Name>>;
type HandlerOf<Name extends RouteName> =
  Handler<Name> | { middleware: RequestHandler[]; handler: Handler<Name> };

/**
 * A type without values, whose property name is the error message. Its parameters are `any`, to avoid further errors.
 */
type UnknownRoute<Name extends string> =
  // oxlint-disable-next-line typescript/no-explicit-any
  ((request: any) => any) & Record<`${Name} is not a route of the contract`, never>;

type Handlers<F extends Feature, Verb extends string> = {
  [V in Verb]: `${F}.${V}` extends RouteName ? HandlerOf<`${F}.${V}`> : UnknownRoute<`${F}.${V}`>;
};

/** Types the handlers of one feature by its routes. `allHandlers` detects routes without a handler. */
export function routeHandlers<F extends Feature, Verb extends string>(
  _feature: F,
  handlers: Handlers<F, Verb>,
): Handlers<F, Verb> {
  return handlers;
}

type MissingHandler<Given> = {
  [F in Feature]: F extends keyof Given
    ? `${F}.${Exclude<keyof Contract[F], keyof Given[F]> & string} has no handler`
    : `${F}.${keyof Contract[F] & string} has no handler`;
}[Feature];

/** Checks at compile time that every route of the contract has a handler. The error names the routes that have none. */
export function allHandlers<Given extends object>(
  handlers: Given &
    ([MissingHandler<Given>] extends [never]
      ? { [F in Feature]: Handlers<F, keyof Contract[F] & string> }
      : Record<MissingHandler<Given>, never>),
): Given {
  return handlers;
}
