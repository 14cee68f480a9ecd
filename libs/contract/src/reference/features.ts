import type { Contract } from '../contract';
import { LIMITS } from '../limits';

/** Describes each feature of the interface. A feature without a description does not compile. */
export const featureTexts: Record<keyof Contract, string> = {
  devices: 'Registered machines: phones, desktops, servers, boards.',
  robots: 'The older name of the device operations. Both use the same records.',
  deviceGroups: 'Named groups of devices, defined by a list or by a rule, for selectors and filters.',
  scripts: "Published scripts in the caller's library, and code that runs once.",
  devscripts: 'Development scripts: code, configuration, review, price and publishing.',
  revisions: 'What a development script was at each upload that changed it, and the way back.',
  promotionCodes:
    'Discounts on the monthly price of a development script, valid on the day of their creation.',
  messages: "The inbox, and messages to the devices in the caller's notification settings.",
  notificationSettings: 'The devices that receive `/v1/message/send`.',
  agentUpdates: 'Automatic updates of agents, and the maintenance window in which they start.',
  jobs: 'Accepted run requests. `DELETE` cancels or stops all runs of a job.',
  failures: 'Groups of runs that failed in the same way.',
  presets: 'Saved run requests.',
  runs: 'Executions of a job on a device: state, result, log and artifacts.',
  results: 'What scripts left as the results of their runs: JSON values, across devices and over time.',
  statistics: 'Runs by time, state and script, counted as they change.',
  schedules: 'Jobs that run at set times: by cron, once, or at an interval. Occurrences have their results.',
  events: 'A stream of changes of devices and runs, log lines and messages.',
  secrets: 'Named values for scripts, encrypted at rest and masked in logs.',
  stores: 'Values that scripts share between devices: one store for each script, device and workspace.',
  inputFiles: 'Files that people give to runs, delivered to devices by their SHA-256.',
  enrolmentKeys: 'Keys with which devices enrol.',
  enrolments: 'Enrolment of devices.',
  reviews: 'Development scripts in review, for reviewers.',
  listings: 'The public listing of published scripts.',
  webhooks:
    'URLs that receive signed events, in the format of [Standard Webhooks](https://www.standardwebhooks.com).',
  repositories: 'Git repositories, whose projects become revisions of development scripts.',
  installation: 'Public information about this installation.',
  accounts: 'People and teams. An account never has access to the records of another.',
  sessions: 'Sign-in and sign-out of the console, and the browsers in which a person is signed in.',
  secondFactor: 'A code at sign-in beside the password, from an authenticator app.',
  signInRequests: 'Sign-in of programs, such as the command line, by a browser.',
  passwordResets: 'New passwords for people who forgot theirs.',
  passkeys: 'Passkeys, with which people sign in without a password.',
  identities: 'Single sign-on: accounts at identity providers, with which people sign in.',
  tokens: 'Access tokens: named, with scopes, revocable at once.',
  members: 'The people in the workspace',
  invitations: 'Secrets with which people join the workspace. Each works once',
  workspaces: "The caller's workspaces",
  directory: 'A directory, such as Entra ID or Okta, that manages the people of the workspace by SCIM 2.0.',
  usage: 'How many requests programs sent in this month.',
  approvals: 'Requests that a second member must approve, and the rules that require it.',
  archives: 'Scripts, presets, schedules and device groups of the workspace as one ZIP archive.',
  audit: 'The audit log: changes and their authors.',
};

/** Introduction of the description. */
export const introduction = `Controls automation scripts on registered devices.

Paths begin with \`/v1\`; \`/api/v1\` is an alias. Bodies are JSON, file uploads are multipart form data. Unknown keys are
ignored. JSON with the content type \`application/x-www-form-urlencoded\`, which \`curl -d\` sends, is read as JSON. An
empty body with a JSON content type counts as no body. Addresses may contain UTF-8 that is not percent-encoded, and repeated
slashes in a path count as one.

Lists are sorted newest first and have one envelope: \`items\`, and \`count\`, the number of items in the response. A list
returns one page of \`limit\` records, 100 by default, and a \`nextCursor\` unless it is the last one; a page of large
records may be shorter. The lists of devices, robots, scripts, devscripts and promotion codes return all matches if the
request has neither \`limit\` nor \`cursor\`. With \`total=true\` the response has the \`total\` of all matches, which is exact
up to ${LIMITS.listTotalMax.toLocaleString('en')}; beyond, \`totalIsCapped\` is true. Filters combine with AND.

Lengths count Unicode code points. Times are ISO 8601 in UTC unless a field says otherwise.
The ID of a record that belongs to another account returns 404, like an unknown ID.

Run requests return 204 immediately. Their \`Location\` header has the URL of the job.

The items of a configuration may have rules (\`validation\`, such as \`required|min:3\`). The value of a \`time\` must be
\`HH:mm\`, and \`min\` and \`max\` bound those of \`number\` and \`range\`. Jobs, presets and schedules with values that do not
meet the rules get 422, unless the request has \`skipValidation\`. The run routes of scripts and devscripts run with any
values; the log of each run then begins with a warning.

## Errors

Every error has one shape: \`code\`, \`message\`, \`documentation_url\`, \`requestId\`, and \`errors\` if fields are invalid.
\`code\` is stable.
`;
