import { contract } from '@drover/contract';
import { Drover } from '../index';

/** The fields of a route that this test uses. */
interface Route {
  method: string;
  path: string;
  pathParams?: { shape: object };
  query?: object;
  body?: unknown;
  contentType?: string;
}
type Methods = Record<string, ((...args: unknown[]) => unknown) | undefined>;

const routes = Object.entries(contract).flatMap(([feature, operations]) =>
  Object.entries(operations as unknown as Record<string, Route>).map(([verb, route]) => ({
    feature,
    verb,
    name: `${feature}.${verb}`,
    route,
  })),
);

/** Creates a `fetch` that records requests instead of sending them. */
function createRecorder() {
  const calls: { method: string; url: URL; body: unknown }[] = [];
  const record: typeof fetch = async (input, init) => {
    calls.push({ method: init?.method ?? '', url: new URL(input), body: init?.body });
    return new Response('data: {}\n\n', { headers: { location: '/v1/jobs/65f1c0ffee65f1c0ffee65f1' } });
  };
  return { calls, record };
}

/** Returns an ID that must be encoded in a path. */
const unsafeId = (param: string) => `${param}/ü?`;
const sample = { code: 'log(1)', limit: 7 };
const formSample = { ...sample, archive: new Blob(['x']) };

function hasJsonBody({ body }: Route): boolean {
  return typeof body === 'object' && body !== null && 'safeParse' in body;
}

async function call({ feature, verb, route }: (typeof routes)[number]) {
  const { calls, record } = createRecorder();
  const drover = new Drover({ baseUrl: 'http://drover.test', token: 'hmp_test', fetch: record });
  const resource = (drover as unknown as Record<string, Methods | undefined>)[feature];
  const isGiven = hasJsonBody(route) || route.query !== undefined || route.contentType !== undefined;
  const input = route.contentType === 'multipart/form-data' ? formSample : sample;
  const args = [...Object.keys(route.pathParams?.shape ?? {}).map(unsafeId), ...(isGiven ? [input] : [])];
  const result = resource?.[verb]?.(...args);
  // The response may not match the route. Only the request matters here.
  if (isStream(result)) await result.next().then(() => result.return(undefined));
  else await Promise.resolve(result).catch(() => undefined);
  return calls;
}

function isStream(result: unknown): result is AsyncGenerator {
  return typeof result === 'object' && result !== null && Symbol.asyncIterator in result;
}

describe('each method of the client', () => {
  it.each(routes)('$name sends the method and path of the contract', async (operation) => {
    const { name, route } = operation;
    const path = route.path.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(unsafeId(param)));
    const calls = await call(operation);
    expect({ name, calls: calls.map(({ method, url }) => `${method} ${url.pathname}`) }).toEqual({
      name,
      calls: [`${route.method} ${path}`],
    });
  });

  it.each(routes.filter(({ route }) => hasJsonBody(route)))(
    '$name sends its input as JSON',
    async (operation) => {
      const [sent] = await call(operation);
      expect(JSON.parse(sent?.body as string)).toEqual(sample);
      expect(sent?.url.search).toBe('');
    },
  );

  it.each(
    routes.filter(
      ({ route }) => route.query !== undefined && !hasJsonBody(route) && route.contentType === undefined,
    ),
  )('$name sends its input in the query', async (operation) => {
    const [sent] = await call(operation);
    expect(Object.fromEntries(sent?.url.searchParams ?? [])).toEqual({ code: 'log(1)', limit: '7' });
    expect(sent?.body).toBeUndefined();
  });

  it.each(routes.filter(({ route }) => route.contentType === 'multipart/form-data'))(
    '$name sends its input as a form',
    async (operation) => {
      const [sent] = await call(operation);
      expect(sent?.body).toBeInstanceOf(FormData);
    },
  );

  it.each(
    routes.filter(
      ({ route }) => !hasJsonBody(route) && route.query === undefined && route.contentType === undefined,
    ),
  )('$name sends no query and no body', async (operation) => {
    const [sent] = await call(operation);
    expect([sent?.url.search, sent?.body]).toEqual(['', undefined]);
  });
});
