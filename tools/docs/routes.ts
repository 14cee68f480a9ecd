import { routes, type DeclaredRoute } from '@drover/contract/routes';

/** Lists every route with its policy, in the order of the contract, so that a diff of the page shows interface changes. */
export function routesPage(): string {
  return `# Routes

Every route of the contract with its policy. \`npm run docs\` generates this page. Rate limits count per access token, or
per IP address where a credential could be guessed. A change appears in the audit log under the name in the column Audit. Role is
the least role in the workspace ([roles](roles.md)), Installation the role that the workspace must have in the installation.

| Method | Path | Success | Scope | Role | Installation | Rate limit | Audit | Name |
|---|---|---|---|---|---|---|---|---|
${routes.map(rowOf).join('\n')}
`;
}

function rowOf({ name, route, policy }: DeclaredRoute): string {
  const success = Object.keys(route.responses).filter((status) => Number(status) < 300);
  const { scope, role = '', installationRole = '', rateLimit, audit } = policy;
  const per = rateLimit === 'credentials' ? 'address' : 'token';
  const cells = [
    route.method,
    `\`${route.path}\``,
    success.join(),
    scope,
    role,
    installationRole,
    per,
    audit?.action ?? '',
    name,
  ];
  return `| ${cells.join(' | ')} |`;
}
