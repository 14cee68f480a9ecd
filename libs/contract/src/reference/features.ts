import type { contract } from '../contract';

/** What each part of the interface is for. A part without a sentence does not compile. */
export const featureTexts: Record<keyof typeof contract, string> = {
  devices: 'Registered machines: phones, desktops, servers, boards.',
  robots: 'The older family of the device operations: the same records under the older name.',
  deviceGroups: 'Devices under a name, by a list or by a rule, for selectors and filters.',
  scripts: 'Published scripts in the library of the caller, and code that is run once.',
  devscripts: 'Development scripts: code, configuration, review, price and publishing.',
  promotionCodes: 'Discounts on the monthly price of a development script, valid on their day of creation.',
  messages: 'The inbox, and texts to the notification targets of the caller.',
  notificationSettings: 'The devices that `/v1/message/send` goes to.',
  jobs: 'Accepted run requests. `DELETE` cancels and stops all runs of one.',
  presets: 'Run requests that are kept under a name, to be sent again by it.',
  runs: 'One job on one device: its state, its result, its log.',
  schedules:
    'Jobs that run by themselves: by cron, once, or every so many minutes; and what became of each time.',
  events: 'Changes of devices and runs, and log lines, as they happen.',
  secrets: 'Named values that scripts get, encrypted here, and masked in what runs write.',
  enrolmentKeys: 'Keys with which devices register themselves.',
  enrolments: 'How a device registers itself.',
  reviews: 'Development scripts that wait for the decision of a reviewer.',
  listings: 'The public listing of published scripts.',
  webhooks:
    'Addresses that are told of what happens, signed as [Standard Webhooks](https://www.standardwebhooks.com) has it.',
  installation: 'What anyone may know of this installation.',
  accounts: 'People and teams. An account never sees the records of another.',
  sessions: 'Sign-in and sign-out of the console.',
  tokens: 'Access tokens: named, with scopes, revocable at once.',
  audit: 'Who changed what.',
};

/** The beginning of the description. */
export const introduction = `Controls automation scripts on registered devices.

Paths begin with \`/v1\`; \`/api/v1\` answers the same. Bodies are JSON, the upload of files is multipart form data.
Keys that are not known are ignored. JSON that comes under \`application/x-www-form-urlencoded\`, as \`curl -d\` sends
it, is read as JSON, and a JSON content type with an empty body is no body.

Lists come newest first, in one envelope: \`count\` and \`items\`. Without \`limit\` and \`cursor\` all matches come;
with them a \`nextCursor\` follows while there is more. Filters combine with AND.

Lengths count Unicode code points. Times are ISO 8601 in UTC unless a field says otherwise.
An id that is not yours answers 404, like one that is not there.

Run requests answer 204 at once, with a \`Location\` of the job to follow.

## Errors

Every error has one shape: \`code\`, \`message\`, \`documentation_url\`, \`requestId\`, and \`errors\` where fields are
to blame. \`code\` is stable.
`;
