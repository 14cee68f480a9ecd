import {
  callerRequests,
  type CallerRequest,
  type TokenPlace,
} from '@drover/contract/reference/caller-requests';
import { connectRaw } from '../testing/raw-client';
import { startTestServer, type TestAccount, type TestServer } from '../testing/test-server';
import { multipart } from './call';
import { createRecords, recordFor, type Records } from './records';

let server: TestServer;
let owner: TestAccount;
let records: Records;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

beforeEach(async () => {
  owner = await server.createAccount();
  records = await createRecords(server, owner);
});

const tokenHeaders: Record<TokenPlace, (token: string) => string[]> = {
  token: (token) => [`Authorization: token ${token}`],
  bare: (token) => [`Authorization: ${token}`],
  Bearer: (token) => [`Authorization: Bearer ${token}`],
  'X-API-Key': (token) => [`X-API-Key: ${token}`],
  query: () => [],
  body: () => [],
};

/** Replaces `{deviceId}` and so on. */
const fill = (text: string) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'token' ? owner.token : recordFor(records, name),
  );

function uploadOf(part: string) {
  return multipart([
    { part, name: 'config.json', type: 'application/json', text: '[]' },
    { part, name: 'main.js', type: 'application/javascript', text: 'console.log(1)' },
  ]);
}

function contentOf({ body, parts, contentType }: CallerRequest): { type: string | null; bytes: Buffer } {
  if (parts) {
    const { headers, body: bytes } = uploadOf(parts);
    return { type: headers['Content-Type'], bytes };
  }
  const type = contentType === undefined && body ? 'application/json' : (contentType ?? null);
  return { type, bytes: Buffer.from(fill(body ?? '')) };
}

/** Sends a request byte by byte as its caller does, without what an HTTP library would add or encode. */
async function send(request: CallerRequest): Promise<number> {
  const { type, bytes } = contentOf(request);
  const head = [
    `${request.method} ${fill(request.path)} HTTP/1.1`,
    'Host: drover.example',
    ...tokenHeaders[request.token](owner.token),
    ...(type ? [`Content-Type: ${type}`] : []),
    ...(bytes.length > 0 ? [`Content-Length: ${bytes.length}`] : []),
  ];
  const client = await connectRaw(server.url);
  await client.send(Buffer.concat([Buffer.from([...head, '', ''].join('\r\n')), bytes]));
  const { status } = await client.receive();
  client.close();
  return status;
}

describe.each(Object.entries(callerRequests))('%s', (_group, requests) => {
  it.each(requests.map((request) => [`${request.method} ${request.path}`, request.token, request] as const))(
    '%s, token: %s',
    async (_line, _token, request) => {
      expect(await send(request)).toBe(request.status);
    },
  );
});
