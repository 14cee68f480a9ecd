import type { Command } from 'commander';
import { buildFields } from '../api/request-fields';
import { type ApiRequest, buildHeaders, resolveRoute, sendRequest } from '../api/send-request';
import { printResponse, readPages, requireSuccess } from '../api/read-response';
import { CliError, EXIT_CODES } from '../errors/cli-error';
import { Interrupt } from '../input/interrupt';
import { readLocalBytes, readStdinBytes } from '../input/local-files';
import { addOutputOptions } from '../options/add-command';
import { collect } from '../options/option-values';

interface ApiOptions {
  method?: string;
  field?: string[];
  typedField?: string[];
  header?: string[];
  input?: string;
  include?: boolean;
  paginate?: boolean;
}

/** Registers `drover api`, which sends any request of the interface. */
export function registerApi(program: Command): void {
  const command = program
    .command('api <path>')
    .summary('Send a request to any route of the interface')
    .description(
      'Send a request to any route of the interface, and print its response. The routes are at /docs of your server. Without -X, the method is GET, or POST if there is a body.',
    )
    .option('-X, --method <method>', 'Method of the request')
    .option('-f, --field <name=value>', 'Add a text to the body, or to the query of a GET', collect)
    .option(
      '-F, --typed-field <name=value>',
      'Like -f, but numbers, true, false and null are JSON, and @file is the content of a file',
      collect,
    )
    .option('-H, --header <name: value>', 'Add a header', collect)
    .option('--input <file>', 'Send a file as the body; - is standard input')
    .option('--paginate', 'Read all pages of a list')
    .option('-i, --include', 'Print the status and the headers before the body')
    .addHelpText('after', help)
    .action((path: string, options: ApiOptions) => callApi(path, options));
  addOutputOptions(command);
}

const help = `
The exit code is 0 only if the response is a success. Errors are printed like other
responses, and their message to standard error.

Examples:
  $ drover api /v1/devices
  $ drover api /v1/runs --paginate --jq '.items[].state'
  $ drover api -X PUT /v1/devices/65f1c0ffee65f1c0ffee65f1 -f name="Front desk" -f 'tags[]=lab'
  $ drover api /v1/jobs -f code='console.log(1)' -F 'selector[all]=true'
  $ drover api /v1/jobs --input job.json -H 'Idempotency-Key: nightly-1' -i`;

async function callApi(path: string, options: ApiOptions): Promise<void> {
  const interrupt = new Interrupt();
  try {
    const request = await buildRequest(path, options, interrupt.signal);
    const response = await sendRequest(request);
    const pages = options.paginate && response.ok ? await readPages(request, response) : undefined;
    await printResponse(response, { hasHead: options.include, pages });
    requireSuccess(response, request);
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    process.exitCode = EXIT_CODES.interrupted;
  } finally {
    interrupt.dispose();
  }
}

async function buildRequest(path: string, options: ApiOptions, signal: AbortSignal): Promise<ApiRequest> {
  const { field = [], typedField = [], header = [], input, paginate } = options;
  const fields = await buildFields(field, typedField);
  const hasFields = Object.keys(fields).length > 0;
  const method = (options.method ?? (hasFields || input ? 'POST' : 'GET')).toUpperCase();
  if (paginate && method !== 'GET') throw new CliError('usage', '--paginate is only for GET.');
  const url = resolveRoute(path);
  const headers = buildHeaders(header);
  // A body from a file leaves only the query for fields.
  const isQuery = method === 'GET' || method === 'HEAD' || input !== undefined;
  if (hasFields && isQuery)
    for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, String(value));
  const body = input === undefined ? undefined : await readInput(input);
  const request = { method, url, headers, signal };
  if (body === undefined && (isQuery || !hasFields)) return request;
  if (!headers.has('content-type')) headers.set('content-type', 'application/json');
  return { ...request, body: body ?? JSON.stringify(fields) };
}

function readInput(file: string): Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer> {
  return file === '-' ? readStdinBytes() : readLocalBytes(file);
}
