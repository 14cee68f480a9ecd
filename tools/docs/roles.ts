import { includesRole, LIMITS, Role } from '@drover/contract';
import { routes, type DeclaredRoute } from '@drover/contract/routes';

const people = `## People

The console manages people under "Settings", "People".

- **Invite** in the console, with \`drover people invite --role operator\` or with \`POST /v1/invitations\`, and send the link
  to one person. It works once and expires after 7 days by default. The link is \`<server>/join#<token>\`: browsers
  do not send the part after \`#\` to servers, so no log contains the token. On that page the person joins as a new person,
  with an email address and a password, or as the one who is signed in. Programs join with
  \`POST /v1/invitations/accept\`. The server stores only a hash of the token.
- **Change a role** with \`PUT /v1/members/{memberId}\`. It applies from the next request. Nobody can change a role
  above the own one, or grant one.
- **Remove** with \`DELETE /v1/members/{memberId}\`. The sessions and tokens of the person in this workspace end at once,
  event streams within 5 seconds, on every server. So do the invitations that the person has created.
- **Transfer the ownership** with \`POST /v1/members/{memberId}/transfer\`. The last owner can neither leave nor get
  another role.

\`GET /v1/workspaces\` lists the workspaces of a person. A session moves between them in the menu of the console's user,
or with \`POST /v1/workspaces/{workspaceId}/switch\`. An access token belongs to one workspace.

## Tokens

- **A token of a person** has at most the role that the person has at the moment of the request, and ends with the
  membership. The console creates such tokens.
- **A token of the workspace** belongs to no person and stays when people leave. It has a role of its own, at most that
  of its creator. Creating one requires the role \`admin\`. Tokens from before people had roles are tokens of the
  workspace with the role \`owner\`.

The scopes of a token limit it further: a request needs both the scope and the role of its route.

## Code of your own

\`POST /v1/jobs\` with \`code\` requires the role \`editor\`, as \`POST /v1/scripts/execute\` does. With \`scriptId\`, the role
\`operator\` suffices.

## Roles in the installation

Administrators and reviewers of the installation are workspaces. Only their owners use these rights.
`;

/** Describes the roles, and prints which role may call which route, as the policies of the contract say. */
export function rolesPage(): string {
  const secured = routes.filter(({ policy }) => policy.role !== undefined);
  return `# Roles

A workspace owns devices, scripts, jobs and everything else. Its members are people, each with one role. A person can be a
member of several workspaces. In the API a workspace is an account: \`GET /v1/account\` returns it with the role of the
caller.

| Role | May |
|---|---|
| \`viewer\` | read everything except secrets, the audit log, webhooks and enrolment keys; create personal access tokens |
| \`operator\` | also run scripts, presets and schedules, stop runs, and send messages |
| \`editor\` | also change devices, groups, scripts, presets, schedules and secrets, and run code |
| \`admin\` | also manage people, invitations, access tokens, enrolment keys and webhooks, and read the audit log |
| \`owner\` | everything, also name other owners. A workspace always has an owner |

Each role includes the ones above it. A caller whose role does not suffice gets error 1048, which names the role that is
needed. A record of another workspace does not exist for the caller: 404.

## Device groups

A viewer or an operator can be bound to up to ${LIMITS.roleGroups} [device groups](groups-and-presets.md): "operator of Berlin". So can an
invitation, and a token of the workspace. A token of a person has the groups of the person. The roles above are for the
whole workspace, so a new role of that kind ends the bounds.

- **Only the devices in the groups exist** for such a caller, with their runs, logs, results, artifacts, messages and
  events. Everything else answers 404. A run request that names another device is refused with 404, and nothing runs.
  A selector matches the devices in the groups only.
- **Membership is evaluated for each request**, also that of groups with a rule. Devices enter and leave at once. An event
  stream sends \`device.removed\` for a device that leaves, and ends within 5 seconds when the role is bound to other groups.
- **Jobs and failures** are visible if a device in the groups has a part in them, with the numbers of these devices. To stop
  a job stops its runs on these devices. A rollout that also has other devices can be seen and not changed: error 1070.
- **Presets and schedules** are visible, without the other devices that they name. Those that name another device
  cannot be started by such a caller. Schedules start by themselves on all their devices.
- **Statistics** count the runs of these devices, for at most ${LIMITS.statisticsGroupDays} days. The devices that were online in each hour are
  counted for the whole workspace only, so they are missing.
- **The history of a deleted device** is in no group.
- **Scripts, their files and values, and stores of scripts and of the workspace** belong to no device and are visible.
- **A deleted group** has no devices. A group cannot be deleted while a role is bound to it.

Bind roles with \`drover people role grace@example.org operator --group Berlin\`, in the menu of a person in the console, or
with \`groups\` in \`PUT /v1/members/{memberId}\`. During an upgrade, servers of the previous release do not know these
bounds, so bind roles when all servers are new.

${people}
## Matrix

\`npm run docs\` prints this table from the policies of the contract.

For callers who are bound to device groups, "Devices" says what a route returns: the records of their devices
("own"), what everybody gets ("none", because it concerns no devices), or error 1070 ("refused").

| Method | Path | ${Role.options.join(' | ')} | Devices |
|---|---|${Role.options.map(() => '---').join('|')}|---|
${secured.map(rowOf).join('\n')}
`;
}

/** Roles above operator are not bound. */
const bounds = { scoped: 'own', none: 'none', all: 'refused', editor: '' };

function rowOf({ route, policy }: DeclaredRoute): string {
  const cells = Role.options.map((role) => (policy.role && includesRole(role, policy.role) ? '✓' : ''));
  return `| ${[route.method, `\`${route.path}\``, ...cells, bounds[policy.devices ?? 'editor']].join(' | ')} |`;
}
