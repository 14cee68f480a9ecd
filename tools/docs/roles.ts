import { includesRole, Role } from '@drover/contract';
import { routes, type DeclaredRoute } from '@drover/contract/routes';

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

## People

The console manages people under "Settings", "People".

- **Invite** in the console, with \`drover people invite --role operator\` or with \`POST /v1/invitations\`, and send the link
  to one person. It works once and expires after 7 days by default. The link is \`<server>/join#<token>\`: browsers
  do not send the part after \`#\` to servers, so no log contains the token. On that page the person joins as a new person,
  with an e-mail address and a password, or as the one who is signed in. Programs join with
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

## Matrix

\`npm run docs\` prints this table from the policies of the contract.

| Method | Path | ${Role.options.join(' | ')} |
|---|---|${Role.options.map(() => '---').join('|')}|
${secured.map(rowOf).join('\n')}
`;
}

function rowOf({ route, policy }: DeclaredRoute): string {
  const cells = Role.options.map((role) => (policy.role && includesRole(role, policy.role) ? '✓' : ''));
  return `| ${[route.method, `\`${route.path}\``, ...cells].join(' | ')} |`;
}
