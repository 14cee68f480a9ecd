import {
  credentials,
  files,
  limit,
  line,
  lists,
  ownership,
  requests,
  sendMessage,
  type InterfaceLine,
} from './interface-proofs';

/** Lists the rules that hold for every route. */
export const ruleLines: Record<string, InterfaceLine[]> = {
  Authentication: [
    line(
      '`Authorization: token <ACCESS_TOKEN>` on every route except public ones',
      `${credentials}GET /v1/devices › refuses no token`,
      'http/credentials.spec.ts › the Authorization header › accepts "',
    ),
    line(
      'A missing, wrong, expired or revoked token is 401, on every route',
      `${credentials}GET /v1/devices › refuses`,
    ),
    line(
      '`/v1/message/send` accepts the token as the query parameter `token`',
      `${credentials}GET /v1/message/send › accepts the token as a query parameter`,
    ),
    line('A token begins with `hmp_`', 'features/tokens/tokens.spec.ts › POST /v1/tokens'),
    line(
      'A record of another account is 404, on every route',
      `${ownership}GET /v1/devices/:deviceId › is not found by another account`,
    ),
  ],
  'Answers and errors': [
    line(
      'A list is `count` and `items`',
      `${lists}GET /v1/devices › lists the caller's devices, newest first`,
      `${requests}GET /v1/jobs › responds to valid requests`,
    ),
    line('204 has no body', `${requests}PUT /v1/devices/:deviceId › responds to valid requests`),
    line(
      'Every error has the same shape',
      `${requests}POST /v1/scripts/execute › responds to invalid requests`,
    ),
  ],
  Limits: [
    limit('messageTitleChars', 'Message title: 128 characters'),
    limit('messageTextChars', 'Message text: 512 characters'),
    limit(
      'sentTextChars',
      'Text of `/v1/message/send`: 2000 characters, longer text is cut',
      `${sendMessage}/v1/message/send › stores 2000 characters`,
    ),
    limit('deviceNameChars', 'Device name: 20 characters'),
    limit('deviceTagChars', 'Device tag: 10 characters'),
    limit('deviceTags', 'Device tags: 1'),
    limit('executeCodeChars', 'Code of execute: 1048576'),
    limit('uploadFileBytes', 'Uploaded file: 3 MB', `${files}accepts files of up to 3 MB`),
    limit('uploadFiles', 'Files of an upload: 2'),
    limit('percentOffMin', 'Discount: from 1'),
    limit('percentOffMax', 'Discount: to 100'),
  ],
  Versioning: [
    line('Paths begin with `/v1`', 'reference/reference.spec.ts › GET /openapi.json › describes every route'),
  ],
};
