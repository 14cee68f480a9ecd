import { routes, type DeclaredRoute } from '@drover/contract/routes';

/** Every route with what its policy says, in the order of the contract: what changes of the interface shows here. */
export function routesPage(): string {
  return `# Routes

Every route of the contract, with what its policy says; \`npm run docs\` writes this page. Requests are limited per token,
or per address against guessing. A change is written to the audit log under its name there.

| Method | Path | Success | Scope | Role | Rate limit | Audit | Name |
|---|---|---|---|---|---|---|---|
${routes.map(rowOf).join('\n')}
`;
}

function rowOf({ name, route, policy }: DeclaredRoute): string {
  const success = Object.keys(route.responses).filter((status) => Number(status) < 300);
  const { scope, role = '', rateLimit, audit = '' } = policy;
  const per = rateLimit === 'credentials' ? 'address' : 'token';
  const cells = [route.method, `\`${route.path}\``, success.join(), scope, role, per, audit, name];
  return `| ${cells.join(' | ')} |`;
}
