import {
  callers,
  codes,
  delivery,
  deviceFamily,
  files,
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
import { ruleLines } from './interface-rules';

/** Lists the interface, line by line. */
export const interfaceLines: Record<string, InterfaceLine[]> = {
  Robots: deviceFamily('robots'),
  Devices: [
    ...deviceFamily('devices'),
    line(
      'Filters of `GET /v1/devices`: brand, model, online, name, appVersion, tag, which combine',
      `${lists}GET /v1/devices › filters by`,
      `${lists}GET /v1/devices › filters by online devices`,
    ),
    route(
      'PUT /v1/devices/:deviceId',
      '204; name and tags',
      'features/devices/devices.spec.ts › PUT /v1/devices/:deviceId › renames and tags',
    ),
    route('DELETE /v1/devices/:deviceId', '204', `${lists}DELETE /v1/devices/:deviceId › deletes the device`),
    line(
      'A device has `_id`, `online`, `tags`, `name`, `brand`, `model`',
      `${requests}GET /v1/devices/:deviceId › responds to valid requests as the contract says`,
    ),
    line(
      '`online` is true while the device is connected',
      'features/devices/devices.spec.ts › a connected device',
    ),
  ],
  Scripts: [
    route('GET /v1/scripts', '200, script list envelope', `${scripts}GET /v1/scripts › lists`),
    line(
      'Filters of `GET /v1/scripts`: slug, name',
      `${scripts}GET /v1/scripts › filters by the slug and a part of the name, ignoring case`,
    ),
    route(
      'GET /v1/scripts/:scriptId',
      '200, script record with slug, name, version',
      `${scripts}GET /v1/scripts/:scriptId › returns a script of the library, and 404 for others`,
    ),
    route(
      'POST /v1/scripts/:scriptId/run',
      '204; runs it on the devices',
      `${scripts}POST /v1/scripts/:scriptId/run › runs`,
    ),
    route(
      'DELETE /v1/scripts/:scriptId/run',
      '204, with a body; stops it on these devices',
      `${scripts}DELETE /v1/scripts/:scriptId/run › stops`,
    ),
    route('DELETE /v1/scripts/:scriptId', '204', `${scripts}DELETE /v1/scripts/:scriptId › removes`),
    route(
      'POST /v1/scripts/execute',
      '204; runs the code once',
      'http/bodies.spec.ts › hostile values › may nest',
      `${ownership}POST /v1/scripts/execute › accepts an own record`,
    ),
    line(
      'Run, stop and execute take `devices` or `robots`',
      `${ownership}POST /v1/scripts/execute › accepts an own record in`,
      `${callers}devices in requests of existing callers`,
    ),
    line(
      '`name` of a device reference is optional',
      `${callers}devices in requests of existing callers › accepts the key devices, without names`,
    ),
    line(
      '422 on invalid parameters of run',
      `${scripts}POST /v1/scripts/:scriptId/run › returns 422 without devices`,
    ),
    line(
      '`vars` are the environment of the script',
      'features/publishing/publishing-story.spec.ts › publishing',
    ),
  ],
  'Development scripts': [
    route(
      'GET /v1/devscripts',
      '200, list envelope; filter name',
      "features/devscripts/devscripts.spec.ts › GET /v1/devscripts › lists the caller's devscripts",
    ),
    route(
      'GET /v1/devscripts/:devscriptId',
      '200, record',
      `${ownership}GET /v1/devscripts/:devscriptId › is found by its owner`,
    ),
    route(
      'POST /v1/devscripts',
      '201, record; the name is generated if missing',
      'features/devscripts/devscripts.spec.ts › POST /v1/devscripts › sets a default name, with or without a body',
    ),
    route(
      'DELETE /v1/devscripts/:devscriptId',
      '204',
      'features/devscripts/devscripts.spec.ts › DELETE /v1/devscripts/:devscriptId › deletes',
    ),
    route(
      'POST /v1/devscripts/:devscriptId/run',
      '204; runs it on the devices',
      `${delivery}a run › is sent to a connected device`,
    ),
    route(
      'DELETE /v1/devscripts/:devscriptId/run',
      '204, with a body; stops it on these devices',
      `${callers}bodies of existing callers › accepts a body in a DELETE`,
    ),
    route(
      'PUT /v1/devscripts/:devscriptId/files',
      '204',
      `${files}stores code and configuration without changing a byte`,
    ),
    line('Files are parts named `data`', `${callers}uploads of existing callers › accepts parts named data`),
    line(
      'The script, the configuration, or both',
      `${files}accepts both in any order, each alone, and either part name`,
    ),
    line(
      '`application/javascript` is the script, `application/json` the configuration',
      `${files}recognizes content type`,
    ),
    line(
      'The configuration is a JSON array of items',
      `${files}returns 422 for a configuration that is not an array`,
    ),
    route(
      'POST /v1/devscripts/:devscriptId/publish',
      '201',
      `${publishing}POST /v1/devscripts/:devscriptId/publish › publishes an approved devscript, and adds the script to its owner's library`,
    ),
    line(
      'Publishing requires an approved review',
      `${publishing}POST /v1/devscripts/:devscriptId/publish › returns 409 for a devscript in the state`,
    ),
    route(
      'DELETE /v1/devscripts/:devscriptId/publish',
      '204',
      `${publishing}DELETE /v1/devscripts/:devscriptId/publish › removes the listing, also when repeated`,
    ),
  ],
  'Promotion codes': [
    route(
      'POST /v1/devscripts/:devscriptId/promocode',
      '201, record',
      `${codes}POST /v1/devscripts/:devscriptId/promocode › creates a code that is valid until the end of the day, with the listing's URL`,
    ),
    line(
      'Requires a reviewed script',
      `${codes}POST /v1/devscripts/:devscriptId/promocode › returns 409 for a script that is not approved`,
    ),
    line(
      'Requires a monthly plan',
      `${codes}POST /v1/devscripts/:devscriptId/promocode › returns 409 for a script without a monthly plan`,
    ),
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
      'features/promotion-codes/days.spec.ts › endOfDay',
      'features/promotion-codes/days.spec.ts › formatLocalTime',
    ),
    line(
      "`url` is the script's public listing",
      `${codes}POST /v1/devscripts/:devscriptId/promocode › creates a code that is valid until the end of the day, with the listing's URL`,
    ),
  ],
  'Message push': [
    route(
      'GET /v1/message/send',
      '204; token and text in the query',
      `${sendMessage}/v1/message/send › reads the token and the text from the query`,
    ),
    route(
      'POST /v1/message/send',
      '204; the same parameters',
      `${sendMessage}/v1/message/send › reads both from`,
      `${callers}messages of existing callers › by POST with a query`,
    ),
    line(
      'Goes to the devices of the notification settings',
      `${sendMessage}/v1/message/send › sends to the devices`,
    ),
    line(
      'Sent messages can be listed',
      `${callers}messages of existing callers › by GET`,
      `${messages}GET /v1/messages › lists`,
    ),
    line(
      'Requires a client of 1.2.2 or later',
      `${messages}POST /v1/devices/:deviceId/messages › rejects a device of version`,
      `${messages}POST /v1/devices/:deviceId/messages › accepts a device of version`,
    ),
  ],
  ...ruleLines,
};
