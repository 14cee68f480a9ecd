import {
  callers,
  credentials,
  codes,
  delivery,
  deviceFamily,
  files,
  limit,
  line,
  lists,
  messages,
  ownership,
  publishing,
  requests,
  route,
  scripts,
  sendMessage,
  type InterfaceLine,
} from './interface-proofs';

/** The interface, line by line. */
export const interfaceLines: Record<string, InterfaceLine[]> = {
  Robots: deviceFamily('robots'),
  Devices: [
    ...deviceFamily('devices'),
    line(
      'Filters of `GET /v1/devices`: brand, model, online, name, appVersion, tag, which combine',
      `${lists}GET /v1/devices › filters by`,
      `${lists}GET /v1/devices › tells apart who is online`,
    ),
    route(
      'PUT /v1/devices/:deviceId',
      '204; name and tags',
      'devices/devices.spec.ts › PUT /v1/devices/:deviceId › renames and tags',
    ),
    route('DELETE /v1/devices/:deviceId', '204', `${lists}DELETE /v1/devices/:deviceId › deletes the device`),
    line(
      'A device has `_id`, `online`, `tags`, `name`, `brand`, `model`',
      `${requests}GET /v1/devices/:deviceId › answers requests that it takes as the contract says`,
    ),
    line(
      '`online` is true while the device is connected',
      'devices/devices.spec.ts › a device that is connected',
    ),
  ],
  Scripts: [
    route('GET /v1/scripts', '200, script list envelope', `${scripts}GET /v1/scripts › lists`),
    line('Filters of `GET /v1/scripts`: slug, name', `${scripts}GET /v1/scripts › finds a whole slug`),
    route(
      'GET /v1/scripts/:scriptId',
      '200, script record with slug, name, version',
      `${scripts}GET /v1/scripts/:scriptId › reads`,
    ),
    route(
      'POST /v1/scripts/:scriptId/run',
      '204; runs it on the devices',
      `${scripts}POST /v1/scripts/:scriptId/run › runs`,
    ),
    route(
      'DELETE /v1/scripts/:scriptId/run',
      '204, with a body; stops it there',
      `${scripts}DELETE /v1/scripts/:scriptId/run › stops`,
    ),
    route('DELETE /v1/scripts/:scriptId', '204', `${scripts}DELETE /v1/scripts/:scriptId › removes`),
    route(
      'POST /v1/scripts/execute',
      '204; runs the code once',
      'http/bodies.spec.ts › hostile values › may nest',
      `${ownership}POST /v1/scripts/execute › takes a record of its own`,
    ),
    line(
      'Run, stop and execute take `devices` or `robots`',
      `${ownership}POST /v1/scripts/execute › takes a record of its own in`,
      `${callers}how callers name devices`,
    ),
    line(
      '`name` of a device reference is not needed',
      `${callers}how callers name devices › under the key devices, without names`,
    ),
    line(
      '422 on invalid parameters of run',
      `${scripts}POST /v1/scripts/:scriptId/run › refuses a request without devices`,
    ),
    line('`vars` are the environment of the script', 'publishing/publishing-story.spec.ts › a script'),
  ],
  'Development scripts': [
    route(
      'GET /v1/devscripts',
      '200, list envelope; filter name',
      'devscripts/devscripts.spec.ts › GET /v1/devscripts › gives',
    ),
    route(
      'GET /v1/devscripts/:devscriptId',
      '200, record',
      `${ownership}GET /v1/devscripts/:devscriptId › is found by its owner`,
    ),
    route(
      'POST /v1/devscripts',
      '201, record; without a name the service gives one',
      'devscripts/devscripts.spec.ts › POST /v1/devscripts › gives a name',
    ),
    route(
      'DELETE /v1/devscripts/:devscriptId',
      '204',
      'devscripts/devscripts.spec.ts › DELETE /v1/devscripts/:devscriptId › deletes',
    ),
    route(
      'POST /v1/devscripts/:devscriptId/run',
      '204; runs it on the devices',
      `${delivery}a run › reaches a device that is connected`,
    ),
    route(
      'DELETE /v1/devscripts/:devscriptId/run',
      '204, with a body; stops it there',
      `${callers}how callers send bodies › with a DELETE`,
    ),
    route('PUT /v1/devscripts/:devscriptId/files', '204', `${files}keeps code and configuration`),
    line('Files are parts named `data`', `${callers}how callers upload files › as parts named data`),
    line('The script, the configuration, or both', `${files}takes them in any order, alone`),
    line('`application/javascript` is the script, `application/json` the configuration', `${files}knows`),
    line('The configuration is a JSON array of items', `${files}refuses a configuration that is no array`),
    route(
      'POST /v1/devscripts/:devscriptId/publish',
      '201',
      `${publishing}POST /v1/devscripts/:devscriptId/publish › makes a script`,
    ),
    line(
      'Publishing needs a review that was passed',
      `${publishing}POST /v1/devscripts/:devscriptId/publish › refuses what is`,
    ),
    route(
      'DELETE /v1/devscripts/:devscriptId/publish',
      '204',
      `${publishing}DELETE /v1/devscripts/:devscriptId/publish › takes the listing down`,
    ),
  ],
  'Promotion codes': [
    route(
      'POST /v1/devscripts/:devscriptId/promocode',
      '201, record',
      `${codes}POST /v1/devscripts/:devscriptId/promocode › makes a code`,
    ),
    line('Needs a reviewed script', `${codes}POST /v1/devscripts/:devscriptId/promocode › needs a review`),
    line('Needs a monthly plan', `${codes}POST /v1/devscripts/:devscriptId/promocode › needs a monthly plan`),
    route(
      'GET /v1/devscripts/:devscriptId/promocode',
      '200, envelope',
      `${codes}GET /v1/devscripts/:devscriptId/promocode › lists`,
    ),
    route(
      'DELETE /v1/devscripts/:devscriptId/promocode/:promotionCodeId',
      '204',
      `${codes}DELETE /v1/devscripts/:devscriptId/promocode/:promotionCodeId › deletes`,
    ),
    line(
      'Valid on the day of creation; `expiresAt` is `YYYY-MM-DD HH:mm:ss`',
      'promotion-codes/days.spec.ts › endOfDay',
      'promotion-codes/days.spec.ts › localTime',
    ),
    line(
      "`url` is the script's public listing",
      `${codes}POST /v1/devscripts/:devscriptId/promocode › makes a code that is valid to the end of the day, with the listing's address`,
    ),
  ],
  'Message push': [
    route(
      'GET /v1/message/send',
      '204; token and text in the query',
      `${sendMessage}/v1/message/send › takes the token and the text from the query`,
    ),
    route(
      'POST /v1/message/send',
      '204; the same parameters',
      `${sendMessage}/v1/message/send › takes both from`,
      `${callers}how callers push a message › by POST with a query`,
    ),
    line(
      'Goes to the devices of the notification settings',
      `${sendMessage}/v1/message/send › goes to the devices`,
    ),
    line(
      'Can be read back',
      `${callers}how callers push a message › by GET`,
      `${messages}GET /v1/messages › lists`,
    ),
    line(
      'Needs a client of 1.2.2 or later',
      `${messages}POST /v1/devices/:deviceId/messages › refuses a device of version`,
      `${messages}POST /v1/devices/:deviceId/messages › takes a device of version`,
    ),
  ],
  Authentication: [
    line(
      '`Authorization: token <ACCESS_TOKEN>` on every route but those without a credential',
      `${credentials}GET /v1/devices › refuses no token`,
      'http/credentials.spec.ts › the Authorization header › is taken as',
    ),
    line(
      'A missing, wrong, expired or revoked token is 401, on every route',
      `${credentials}GET /v1/devices › refuses`,
    ),
    line(
      '`/v1/message/send` takes the token as `token` of the query',
      `${credentials}GET /v1/message/send › takes the token as a parameter`,
    ),
    line('A token begins with `hmp_`', 'tokens/tokens.spec.ts › POST /v1/tokens'),
    line(
      'A record of somebody else is 404, on every route',
      `${ownership}GET /v1/devices/:deviceId › is not found by another account`,
    ),
  ],
  'Answers and errors': [
    line(
      'A list is `count` and `items`',
      `${lists}GET /v1/devices › gives the caller's own`,
      `${requests}GET /v1/jobs › answers requests that it takes`,
    ),
    line('204 has no body', `${requests}PUT /v1/devices/:deviceId › answers requests that it takes`),
    line(
      'Every error has one shape, whatever is sent',
      `${requests}POST /v1/scripts/execute › answers requests that are broken`,
    ),
  ],
  Limits: [
    limit('messageTitleChars', 'Message title: 128 characters'),
    limit('messageTextChars', 'Message text: 512 characters'),
    limit(
      'sentTextChars',
      'Text of `/v1/message/send`: 2000 characters, longer text is cut',
      `${sendMessage}/v1/message/send › keeps 2000 characters`,
    ),
    limit('deviceNameChars', 'Device name: 20 characters'),
    limit('deviceTagChars', 'Device tag: 10 characters'),
    limit('deviceTags', 'Device tags: 1'),
    limit('executeCodeChars', 'Code of execute: 1048576'),
    limit('uploadFileBytes', 'Uploaded file: 3 MB', `${files}takes 3 MB`),
    limit('uploadFiles', 'Files of an upload: 2'),
    limit('percentOffMin', 'Discount: from 1'),
    limit('percentOffMax', 'Discount: to 100'),
  ],
  Versioning: [
    line('Paths begin with `/v1`', 'reference/reference.spec.ts › GET /openapi.json › describes every route'),
  ],
};
