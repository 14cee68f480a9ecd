import type { contract } from './contract';
import type { contractV2 } from './v2';

/** Checks that every audit target exists in its route. Nothing here runs. */
interface AuditedRoute {
  path: string;
  responses: object;
  metadata: { audit: { target: string } };
}

type ParamOf<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ParamOf<Tail>
    : Rest
  : never;

type Fields<Type, Field extends string> = Field extends `${infer First}.${infer Rest}`
  ? First extends keyof Type
    ? Fields<Type[First], Rest>
    : false
  : Field extends keyof Type
    ? true
    : false;
type ResponseHas<Responses, Field extends string> = Responses extends {
  200: { _zod: { output: infer Body } };
}
  ? Fields<Body, Field>
  : Responses extends { 201: { _zod: { output: infer Body } } }
    ? Fields<Body, Field>
    : false;

type Exists<Route extends AuditedRoute> = Route['metadata']['audit']['target'] extends `params.${infer Name}`
  ? Name extends ParamOf<Route['path']>
    ? true
    : false
  : Route['metadata']['audit']['target'] extends `response.${infer Field}`
    ? ResponseHas<Route['responses'], Field>
    : true;

type MissingTarget<Routes, Feature extends string> = {
  [Verb in keyof Routes & string]: Routes[Verb] extends AuditedRoute
    ? Exists<Routes[Verb]> extends true
      ? never
      : `${Feature}.${Verb}: the audit target ${Routes[Verb]['metadata']['audit']['target']} does not exist`
    : never;
}[keyof Routes & string];

type MissingTargets = {
  [Feature in keyof typeof contract]: MissingTarget<(typeof contract)[Feature], Feature>;
}[keyof typeof contract];

// One entry for each missing target: an empty object compiles only where there is none.
export const missingTargets: Record<MissingTargets, never> = {};
export const missingTargetsV2: Record<MissingTarget<typeof contractV2, 'v2'>, never> = {};
