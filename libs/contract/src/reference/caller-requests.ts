/** How a caller sends its access token. */
export type TokenPlace = 'token' | 'bare' | 'Bearer' | 'X-API-Key' | 'query' | 'body';

/** How the service answers, compared with what callers expect. */
export type Verdict = 'works' | 'differs' | 'absent';

/** The shape of a request that public callers send. `{name}` stands for an ID of the caller, or for its token. */
export interface CallerRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  token: TokenPlace;
  /** Default: `application/json` if there is a body. Null: none. */
  contentType?: string | null;
  body?: string;
  /** Name of the parts of an upload: a script, and a configuration. */
  parts?: string;
  status: number;
  verdict: Verdict;
  /** What differs, or what is special about the request. */
  note?: string;
}

type Options = Partial<Omit<CallerRequest, 'method' | 'path' | 'status'>>;

function request(
  line: `${CallerRequest['method']} ${string}`,
  status: number,
  options: Options = {},
): CallerRequest {
  const [method, path] = line.split(/ (.*)/s) as [CallerRequest['method'], string];
  return { method, path, status, token: 'token', verdict: 'works', ...options };
}

const robots = '{"robots":[{"_id":"{deviceId}","name":"Phone"}]}';
const devices = '{"devices":[{"_id":"{deviceId}"}],"vars":{"rounds":3}}';
const message = '{"title":"Title","text":"Text"}';
const form = 'application/x-www-form-urlencoded';

const deviceRequests = (['devices', 'robots'] as const).flatMap((family) => [
  request(`GET /v1/${family}`, 200),
  request(`GET /v1/${family}/{deviceId}`, 200),
  request(`PUT /v1/${family}/{deviceId}/stop`, 204),
  request(`POST /v1/${family}/{deviceId}/messages`, 204, { body: message }),
]);

const scriptRequests = (['scripts', 'devscripts'] as const).flatMap((family) => {
  const id = family === 'scripts' ? '{scriptId}' : '{devscriptId}';
  return [
    request(`GET /v1/${family}`, 200),
    request(`GET /v1/${family}/${id}`, 200),
    request(`POST /v1/${family}/${id}/run`, 204, { body: devices }),
    request(`POST /v1/${family}/${id}/run`, 204, { body: robots }),
    request(`DELETE /v1/${family}/${id}/run`, 204, { body: robots, note: 'a body in a DELETE' }),
    request(`DELETE /v1/${family}/${id}`, 204),
  ];
});

/** The requests of public callers. The contract tests send each, and docs/compatibility.md lists them. */
export const callerRequests: Record<string, CallerRequest[]> = {
  'Devices and robots': [
    ...deviceRequests,
    request('GET /v1/devices?brand=xiaomi&online=true&name=phone&tag=office', 200),
    request('PUT /v1/devices/{deviceId}', 204, { body: '{"name":"Phone","tags":["office"]}' }),
    request('PUT /v1/devices/{deviceId}', 204, {
      ...{ body: '{"name":"Phone"}', contentType: form },
      note: 'JSON as `curl -d` sends it',
    }),
    request('PUT /v1/devices/{deviceId}', 204, { body: '{"name":"Phone"}', contentType: null }),
    request('PUT /v1/robots/{deviceId}', 204, { note: 'changes nothing' }),
    request('PUT /v1/devices/{deviceId}/stop', 204, {
      ...{ contentType: 'application/json' },
      note: 'a content type without a body',
    }),
    request('DELETE /v1/devices/{deviceId}', 204),
  ],
  'Scripts and development scripts': [
    ...scriptRequests,
    request('POST /v1/scripts/execute', 204, {
      body: '{"code":"console.log(1)","devices":[{"_id":"{deviceId}"}]}',
    }),
    request('POST /v1/devscripts', 201, { body: '{"name":"Greeting"}' }),
    request('POST /v1/devscripts', 201, {
      contentType: 'application/json',
      note: 'the service chooses a name',
    }),
    request('GET /v1/devscripts?name=演示脚本', 200, { note: 'UTF-8 that is not encoded' }),
    request('POST /v1/devscripts//{devscriptId}/run', 204, { body: robots, note: 'repeated slashes' }),
    request('PUT /v1/devscripts/{devscriptId}/files', 204, { parts: 'data' }),
    request('PUT /v1/devscripts/{devscriptId}/files', 204, {
      parts: 'file',
      note: 'parts as editors name them',
    }),
    request('POST /v1/devscripts/{devscriptId}/publish', 201),
    request('DELETE /v1/devscripts/{devscriptId}/publish', 204),
  ],
  'Promotion codes': [
    request('GET /v1/devscripts/{devscriptId}/promocode', 200),
    request('POST /v1/devscripts/{devscriptId}/promocode', 201, { body: '{"percentOff":20}' }),
    request('DELETE /v1/devscripts/{devscriptId}/promocode/{promotionCodeId}', 204),
  ],
  Messages: [
    request('GET /v1/message/send?token={token}&text=**hi**', 204, { token: 'query' }),
    request('GET /v1/message/send?token={token}&text=消息内容', 204, {
      ...{ token: 'query' },
      note: 'UTF-8 that is not encoded',
    }),
    request('POST /v1/message/send?token={token}&text=**hi**', 204, { token: 'query' }),
    request('POST /v1/message/send?token={token}', 204, { token: 'query', body: '{"text":"**hi**"}' }),
    request('POST /v1/message/send', 204, { token: 'body', body: '{"token":"{token}","text":"**hi**"}' }),
    request('POST /v1/message/send', 204, {
      ...{ token: 'body', contentType: form, body: 'token={token}&text=**hi**' },
    }),
  ],
  'Tokens, prefixes and usage': [
    request('GET /v1/devices', 200, { token: 'bare' }),
    request('GET /v1/devices', 200, { token: 'Bearer' }),
    request('GET /api/v1/devices', 200, { note: 'the older prefix' }),
    request('GET /v1/usage', 200, { note: 'without a limit, `limit` is 1,000,000,000' }),
    request('GET /v2/devices', 200, { token: 'X-API-Key', note: 'see [v2](v2.md)' }),
    request('POST /v2/scripts/{scriptId}/run', 200, {
      ...{ token: 'X-API-Key', body: '{"devices":[{"id":"{deviceId}"}]}' },
    }),
  ],
};
