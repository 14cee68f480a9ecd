import { ARCHIVE_BOUNDS } from './archive-bounds';
import { ARTIFACT_PART_BYTES } from './artifact-protocol';
import { DIRECTORY_BOUNDS } from './directory-bounds';
import { LIMITS } from './limits';
import { OUTGOING_BOUNDS } from './outgoing-bounds';
import { REPORT_BOUNDS } from './report-bounds';
import { SOCKET_BOUNDS } from './socket-bounds';

/** The ways in which others make the server work, as docs/limits.md names them. */
export const WAYS = {
  all: 'All ways',
  http: 'HTTP routes',
  reports: 'Reports of devices',
  link: 'Device links (`/link`)',
  phone: 'Phones without an agent (`/autox/…`)',
  events: 'Event streams (`/v1/events`)',
  webhooks: 'Webhook deliveries',
  mail: 'Email',
  providers: 'Identity providers',
  directory: 'Directories (`/scim/v2`)',
} as const;
type Way = keyof typeof WAYS;

/** What a bound limits. `values` and `depth` are those of JSON; `concurrency` counts what happens at the same time. */
type Resource = 'bytes' | 'values' | 'depth' | 'rate' | 'concurrency' | 'memory' | 'time';

/** What the server does at a bound: the status of its response, the close code of the socket, or a sentence. */
export type AtBound = { status: number } | { closeCode: number } | string;

/** The most of a resource that one user of a way may take. */
export interface Bound {
  way: Way;
  resource: Resource;
  max: number;
  /** Unit of `max`, with what it is counted for: `bytes per request`. */
  unit: string;
  /** What is counted, and where. */
  text: string;
  atBound: AtBound;
}

/**
 * What each way into the server may consume. The server reads its bounds here, docs/limits.md lists them, and
 * `contract-tests/budget.spec.ts` tries each one at the bound and beyond: see CONTRIBUTING.md, "Add a bound".
 */
export const BUDGET = {
  computingBesideOthers: {
    way: 'all',
    resource: 'time',
    max: 80,
    unit: 'milliseconds per second',
    text: 'Computing for an account, or an address without a known account, while other accounts send requests',
    atBound: 'its requests, links, frames and events wait',
  },
  httpBodyBytes: {
    way: 'http',
    resource: 'bytes',
    max: LIMITS.bodyBytes,
    unit: 'bytes per body',
    text: 'Body of a JSON or form request, decompressed. Routes without a body do not read it',
    atBound: { status: 413 },
  },
  httpValuesBodyBytes: {
    way: 'http',
    resource: 'bytes',
    max: LIMITS.valuesBodyBytes,
    unit: 'bytes per body',
    text: 'Body of routes that take values, a secret or a list of IDs',
    atBound: { status: 413 },
  },
  httpJobBodyBytes: {
    way: 'http',
    resource: 'bytes',
    max: LIMITS.jobBodyBytes,
    unit: 'bytes per body',
    text: 'Body of routes that take code, a list of devices or a message',
    atBound: { status: 413 },
  },
  httpTokenBodyBytes: {
    way: 'http',
    resource: 'bytes',
    max: 1_048_576,
    unit: 'bytes per body',
    text: 'Body that contains the access token, which is read before the caller is known',
    atBound: { status: 413 },
  },
  httpLongBodies: {
    way: 'http',
    resource: 'memory',
    max: 16,
    unit: 'bodies per node, one per account',
    text: `Bodies of more than ${LIMITS.bodyBytes} bytes that are read or processed`,
    atBound: 'further bodies wait, and accounts take turns',
  },
  httpLongBodiesWaiting: {
    way: 'http',
    resource: 'concurrency',
    max: 100,
    unit: 'bodies per account',
    text: 'Long bodies that wait to be read',
    atBound: { status: 429 },
  },
  httpReadsProcessing: {
    way: 'http',
    resource: 'concurrency',
    max: 12,
    unit: 'requests per node',
    text: 'Requests that only read (GET, HEAD, OPTIONS) and are processed. With PostgreSQL, four times as many',
    atBound: 'further requests wait, and the account with the fewest running ones comes first',
  },
  httpReadsProcessingPerAccount: {
    way: 'http',
    resource: 'concurrency',
    max: 8,
    unit: 'requests per node and account',
    text: 'Requests of an account that only read and are processed. With PostgreSQL, four times as many',
    atBound: 'further requests wait',
  },
  httpReadsProcessingBesideOthers: {
    way: 'http',
    resource: 'concurrency',
    max: 2,
    unit: 'requests per node and account',
    text: 'The same while other accounts send requests too, until a second after the last one. With PostgreSQL, four times as many',
    atBound: 'further requests wait',
  },
  httpChangesProcessing: {
    way: 'http',
    resource: 'concurrency',
    max: 4,
    unit: 'requests per node',
    text: 'Requests that may change something and are processed, once their body has arrived. With PostgreSQL, four times as many',
    atBound: 'further requests wait, and the account with the fewest running ones comes first',
  },
  httpChangesProcessingPerAccount: {
    way: 'http',
    resource: 'concurrency',
    max: 1,
    unit: 'requests per node and account',
    text: 'Requests of an account that may change something and are processed. With PostgreSQL, four times as many',
    atBound: 'further requests wait',
  },
  httpRequestTurnMs: {
    way: 'http',
    resource: 'time',
    max: 250,
    unit: 'milliseconds per request',
    text: 'Time for which a request that is processed, or checks a credential, makes others wait',
    atBound: 'the request goes on, and the next one starts',
  },
  httpUploadFileBytes: {
    way: 'http',
    resource: 'bytes',
    max: LIMITS.uploadFileBytes,
    unit: 'bytes per file',
    text: 'Uploaded file',
    atBound: { status: 413 },
  },
  httpUploadFiles: {
    way: 'http',
    resource: 'memory',
    max: LIMITS.uploadFiles,
    unit: 'files per request',
    text: 'Uploaded files, which are held in memory',
    atBound: { status: 422 },
  },
  inputFilePartBytes: {
    way: 'http',
    resource: 'memory',
    max: ARTIFACT_PART_BYTES,
    unit: 'bytes per request',
    text: 'Part of an input file, which is held in memory',
    atBound: { status: 413 },
  },
  ...ARCHIVE_BOUNDS,
  httpJsonValues: {
    way: 'http',
    resource: 'values',
    max: LIMITS.jsonValues,
    unit: 'values per body',
    text: 'Values in a JSON body, counted before it is parsed',
    atBound: { status: 400 },
  },
  httpJsonDepth: {
    way: 'http',
    resource: 'depth',
    max: LIMITS.jsonDepth,
    unit: 'levels per body',
    text: 'Nested arrays and objects in a JSON body, counted before it is parsed',
    atBound: { status: 400 },
  },
  httpFieldErrors: {
    way: 'http',
    resource: 'bytes',
    max: 20,
    unit: 'entries per response',
    text: 'Invalid fields that an error response lists. Its message counts the others',
    atBound: 'further entries are left out',
  },
  httpErrorTextChars: {
    way: 'http',
    resource: 'bytes',
    max: 500,
    unit: 'characters per text',
    text: 'Message or path in an error response, which may quote the request',
    atBound: 'the text is cut',
  },
  httpCredentialFailures: {
    way: 'http',
    resource: 'rate',
    max: LIMITS.credentialFailuresPerMinute,
    unit: 'failures per minute and address',
    text: 'Requests with a wrong credential. Successful requests do not count',
    atBound: { status: 429 },
  },
  httpCredentialAttemptsAtOnce: {
    way: 'http',
    resource: 'concurrency',
    max: 2,
    unit: 'requests per address',
    text: 'Requests that check a credential, such as a password or an enrolment key, and are processed',
    atBound: 'further requests wait',
  },
  httpCredentialAttemptsWaiting: {
    way: 'http',
    resource: 'concurrency',
    max: 1000,
    unit: 'requests per address',
    text: 'Requests with a credential that wait, because too many are processed or because all of these might fail',
    atBound: { status: 429 },
  },
  ...OUTGOING_BOUNDS,
  ...REPORT_BOUNDS,
  ...SOCKET_BOUNDS,
  ...DIRECTORY_BOUNDS,
} as const satisfies Record<string, Bound>;

export type BudgetName = keyof typeof BUDGET;
