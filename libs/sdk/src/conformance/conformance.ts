import type * as contract from '@drover/contract';
import type { ErrorBody } from '../api-error';
import type { ImportArchive } from '../archives';
import type { ConfigItem, UploadFiles } from '../devscript-files';
import type { Drover } from '../drover';
import type { InputFilePart } from '../input-files';
import type { JobFilter, StartedJob } from '../jobs';
import type { ResultSchema } from '../result-schema';
import type { RunFilter } from '../runs';
import type { RouteName, routes } from '../routes';
import type { WebhookPayload } from '../webhook-payload';
import type { Limits } from './limits';

/**
 * Compares the client with the contract, both ways: routes, requests, responses and limits. Nothing here runs.
 * Every program that imports the client compiles this file, and so does the server: a difference fails all their
 * builds at the last lines, and the message has the name of the route.
 *
 * To change the interface on purpose, change the contract, then the client until these lines compile again.
 */
type Contract = contract.Contract;
type Client = Drover;

/** `devices.update` and so on. */
type NamesOf<Features> = {
  [Feature in keyof Features & string]: `${Feature}.${keyof Features[Feature] & string}`;
}[keyof Features & string];
type At<Features, Name> = Name extends `${infer Feature}.${infer Verb}`
  ? Feature extends keyof Features
    ? Verb extends keyof Features[Feature]
      ? Features[Feature][Verb]
      : never
    : never
  : never;
type ContractName = NamesOf<Contract>;

/** Methods of the client that combine routes. */
type CombinedMethod =
  | `${string}.iterate`
  | `${string}.getConfigText`
  | `${string}.getSchemaText`
  | `${string}.runAndWait`
  | 'scripts.executeAndWait'
  | 'jobs.wait'
  | 'logs.follow'
  | 'runs.iterateArtifacts'
  | 'inputFiles.upload'
  | 'stores.iterateEntries'
  | 'directory.iteratePending'
  | 'webhooks.iterateDeliveries'
  | 'webhooks.verify';

/** A route as routes.ts writes it: method, path and status of a success. */
type LineOf<Route> = Route extends { method: infer Method; path: infer Path; responses: infer Responses }
  ? `${Method & string} ${Path & string} ${keyof Responses & Success}`
  : never;
type Success = 200 | 201 | 204;

type AnyName = ContractName | RouteName | NamesOf<Client>;
type RouteDifference = {
  [Name in AnyName]: Name extends ContractName
    ? Name extends RouteName & NamesOf<Client>
      ? LineDifference<Name, LineOf<At<Contract, Name>>, (typeof routes)[Name]>
      : `${Name}: the client has no such route`
    : Name extends CombinedMethod
      ? never
      : `${Name}: the contract has no such route`;
}[AnyName];
type LineDifference<Name extends string, InContract extends string, InClient extends string> =
  Equal<InContract, InClient> extends true
    ? never
    : `${Name}: the contract has ${InContract}, the client has ${InClient}`;

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Turns an intersection into one flat object. */
type Flat<T> = T extends object ? { [Key in keyof T]: T[Key] } : T;
type Same<A, B> = Equal<Flat<A>, Flat<B>>;

/** Read from the schema by its shape: a comparison with zod's own class takes the compiler seconds. */
type Output<Schema> = Schema extends { _zod: { output: infer Type } } ? Type : void;
type Input<Schema> = Schema extends { _zod: { input: infer Type } } ? Type : never;

type ResponseOf<Route> = Route extends { responses: infer Responses }
  ? Output<Responses[keyof Responses & Success]>
  : never;
/** What a route takes: JSON as it is sent, a query as it is parsed, since the client writes its text. */
type RequestOf<Route> = Route extends { body: infer Body extends { _zod: object } }
  ? Exclude<Input<Body>, undefined>
  : Route extends { query: infer Query }
    ? Output<Query>
    : never;

type PathOf<Route> = Route extends { path: infer Path } ? Path : never;
/** The path parameters of a method, in their order. */
type ParamsOf<Path> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${string}/${infer Tail}`
    ? [string, ...ParamsOf<`/${Tail}`>]
    : [string]
  : [];

/** Where the client differs on purpose, in terms of the contract. */
interface Exceptions {
  'scripts.run': { response: StartedJob };
  'scripts.execute': { response: StartedJob };
  'devscripts.run': { response: StartedJob };
  'devscripts.uploadFiles': { request: UploadFiles };
  'inputFiles.uploadPart': { request: InputFilePart };
  'devscripts.getCode': { response: string };
  'devscripts.getConfig': { response: contract.Config };
  'scripts.getConfig': { response: contract.Config };
  'devscripts.getSchema': { response: ResultSchema };
  'scripts.getSchema': { response: ResultSchema };
  'revisions.getSchema': { response: ResultSchema };
  'jobs.getSchema': { response: ResultSchema };
  'revisions.getCode': { response: string };
  'revisions.getConfig': { response: contract.Config };
  'reviews.getCode': { response: string };
  'runs.getCode': { response: string };
  // The caller reads the bytes.
  'runs.getArtifact': { response: Response };
  'runs.getArtifactArchive': { response: Response };
  'jobs.getArtifactArchive': { response: Response };
  'audit.export': { response: Response };
  'archives.export': { response: Response };
  'archives.import': { request: ImportArchive };
  'reviews.getConfig': { response: contract.Config };
  // The client sends its token in a header, and requires a text.
  'messages.send': { request: Required<Omit<contract.SendMessage, 'token'>> };
  'messages.sendByQuery': { request: Required<Omit<contract.SendMessage, 'token'>> };
  'events.stream': { response: contract.Event };
  // The client takes one state as well as several.
  'runs.list': { request: RunFilter };
  'jobs.list': { request: JobFilter };
}

type Exception<Name, Part extends string, Otherwise> = Name extends keyof Exceptions
  ? Exceptions[Name] extends Record<Part, infer Type>
    ? Type
    : Otherwise
  : Otherwise;

type AnyMethod = (...args: never[]) => unknown;
type Returned<Method extends AnyMethod> =
  ReturnType<Method> extends AsyncIterable<infer Item> ? Item : Awaited<ReturnType<Method>>;

/** The argument between the path parameters and the options. */
type Argument<Args extends unknown[], Params extends unknown[]> =
  Required<Args> extends [...Params, ...infer Rest]
    ? Rest extends [infer Only, unknown]
      ? Only
      : never
    : 'path parameters';

/** Names of the fields of an object, or of the items of a list. */
type FieldsOf<T> = T extends { items: (infer Item)[] } ? FieldsOf<Item> : keyof T & string;

/** Says where two shapes differ: by the names of their fields where those differ. */
type ShapeDifference<Part extends string, InContract, InClient> =
  Same<InContract, InClient> extends true
    ? never
    : FieldsOf<InContract> | FieldsOf<InClient> extends FieldsOf<InContract> & FieldsOf<InClient>
      ? `a ${Part} field has another type in the client`
      : | `${Part} field ${Exclude<FieldsOf<InContract>, FieldsOf<InClient>>} is missing in the client`
        | `${Part} field ${Exclude<FieldsOf<InClient>, FieldsOf<InContract>>} is missing in the contract`;

/** Takes any type: a constraint of `Text` would be resolved for all routes at once, which takes seconds. */
type About<Name extends string, Text> = Text extends string ? `${Name}: ${Text}` : never;

type ResponseDifference = {
  [Name in ContractName]: At<Client, Name> extends AnyMethod
    ? About<
        Name,
        ShapeDifference<
          'response',
          Exception<Name, 'response', ResponseOf<At<Contract, Name>>>,
          Returned<At<Client, Name>>
        >
      >
    : never;
}[ContractName];

type RequestDifference = {
  [Name in ContractName]: At<Client, Name> extends (...args: infer Args) => unknown
    ? About<
        Name,
        ShapeDifference<
          'request',
          Exception<Name, 'request', RequestOf<At<Contract, Name>>>,
          Argument<Args, ParamsOf<PathOf<At<Contract, Name>>>>
        >
      >
    : never;
}[ContractName];

type LimitDifference = {
  [Name in keyof Limits | keyof typeof contract.LIMITS]: Name extends keyof typeof contract.LIMITS
    ? Name extends keyof Limits
      ? Equal<(typeof contract.LIMITS)[Name], Limits[Name][0]> extends true
        ? never
        : `${Limits[Name][1]}: ${Name} is ${(typeof contract.LIMITS)[Name]} in the contract, ${Limits[Name][0]} for callers`
      : `${Name}: no such limit in limits.ts of the client`
    : `${Name}: no such limit in the contract`;
}[keyof Limits | keyof typeof contract.LIMITS];

/** Types that no route refers to. */
interface Others {
  ErrorBody: [ErrorBody, contract.ErrorBody];
  ConfigItem: [ConfigItem, contract.ConfigItem];
  WebhookPayload: [WebhookPayload, contract.WebhookPayload];
}
type OtherDifference = {
  [Name in keyof Others]: Same<Others[Name][0], Others[Name][1]> extends true ? never : Name;
}[keyof Others];

// One entry for each difference: an empty object compiles only where there is none.
export const routeDifferences: Record<RouteDifference, never> = {};
export const requestDifferences: Record<RequestDifference, never> = {};
export const responseDifferences: Record<ResponseDifference, never> = {};
export const limitDifferences: Record<LimitDifference, never> = {};
export const otherDifferences: Record<OtherDifference, never> = {};
