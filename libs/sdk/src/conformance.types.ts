import type * as contract from '@drover/contract';
import type { z } from 'zod';
import type * as sdk from './index';

/**
 * Compares the client's types with the contract's. Nothing here runs: where something differs, `typecheck` fails at
 * the last lines of this file, with the routes and what differs in the message.
 */
type Routes = typeof contract.contract;
type Client = sdk.Drover;

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** One flat object, however the type was put together. */
type Flat<T> = T extends object ? { [Key in keyof T]: T[Key] } : T;
type Same<A, B> = Equal<Flat<A>, Flat<B>>;

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : void;
type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : never;

/** What a route answers a success with. */
type AnswerOf<Route> = Route extends { responses: infer Responses }
  ? Output<Responses[keyof Responses & (200 | 201 | 204)]>
  : never;
/** What a route takes: JSON as it is sent; a query as it is understood, since the client writes the text. */
type InputOf<Route> = Route extends { body: z.ZodType }
  ? Exclude<Input<Route['body']>, undefined>
  : Route extends { query: z.ZodType }
    ? Output<Route['query']>
    : never;

/** Names of the parameters in a path. */
type ParamsOf<Path> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${string}/${infer Tail}`
    ? [string, ...ParamsOf<`/${Tail}`>]
    : [string]
  : [];

/** Where the client means to differ, each said in terms of the contract. */
interface Exceptions {
  'scripts.run': { answer: sdk.StartedJob };
  'scripts.execute': { answer: sdk.StartedJob };
  'devscripts.run': { answer: sdk.StartedJob };
  'devscripts.uploadFiles': { input: sdk.UploadFiles };
  'devscripts.getCode': { answer: string };
  'devscripts.getConfig': { answer: contract.Config };
  'scripts.getConfig': { answer: contract.Config };
  'reviews.getCode': { answer: string };
  'reviews.getConfig': { answer: contract.Config };
  // The client has its credential already, and a text is required.
  'messages.send': { input: Required<Omit<contract.SendMessage, 'token'>> };
  'messages.sendByQuery': { input: Required<Omit<contract.SendMessage, 'token'>> };
  'events.stream': { answer: contract.Event };
}

type Exception<Name, Part extends string, Otherwise> = Name extends keyof Exceptions
  ? Exceptions[Name] extends Record<Part, infer Type>
    ? Type
    : Otherwise
  : Otherwise;

type Answered<Method extends (...args: never[]) => unknown> =
  ReturnType<Method> extends AsyncIterable<infer Item> ? Item : Awaited<ReturnType<Method>>;

/** Parameters between those of the path and the options. */
type Given<Args extends unknown[], Params extends unknown[]> =
  Required<Args> extends [...Params, ...infer Rest]
    ? Rest extends [infer Only, unknown]
      ? Only
      : never
    : 'params';

type DifferencesOf<Name extends string, Route, Method> = Method extends (...args: infer Args) => unknown
  ? | (Same<Answered<Method>, Exception<Name, 'answer', AnswerOf<Route>>> extends true
        ? never
        : `${Name}: answer`)
    | (Route extends { path: infer Path }
        ? Same<Given<Args, ParamsOf<Path>>, Exception<Name, 'input', InputOf<Route>>> extends true
          ? never
          : `${Name}: parameters`
        : never)
  : `${Name}: no such method`;

type Difference = {
  [Feature in keyof Routes]: Feature extends keyof Client
    ? {
        [Verb in keyof Routes[Feature]]: DifferencesOf<
          `${Feature}.${Verb & string}`,
          Routes[Feature][Verb],
          Verb extends keyof Client[Feature] ? Client[Feature][Verb] : undefined
        >;
      }[keyof Routes[Feature]]
    : `${Feature}: no such resource`;
}[keyof Routes];

/** Types that no route mentions. */
interface Others {
  ErrorBody: [sdk.ErrorBody, contract.ErrorBody];
  ConfigItem: [sdk.ConfigItem, contract.ConfigItem];
}
type OtherDifference = {
  [Name in keyof Others]: Same<Others[Name][0], Others[Name][1]> extends true ? never : Name;
}[keyof Others];

/** Without an entry for what differs, by its name, this does not compile; and nothing is to differ. */
export const differences: Record<Difference, never> = {};
export const otherDifferences: Record<OtherDifference, never> = {};
