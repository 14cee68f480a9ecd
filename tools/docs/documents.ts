import { BUDGET, WAYS, type AtBound, type Bound } from '@drover/contract/budget';
import { describeInterface } from '@drover/contract/reference/openapi';
import { errorList } from '@drover/contract/reference/responses';
import { getProjectSchema } from '@drover/projects';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { compatibilityPage } from './compatibility';
import { coveragePage } from './interface-coverage';
import { readLimits, type LimitNote } from './limits';
import { rolesPage } from './roles';
import { routesPage } from './routes';
import { scriptsPage } from './scripts';
import { readGlobals } from './script-globals';
import { readSdkExamples } from './sdk-examples';

export const root = join(__dirname, '../..');
const limitsSource = join(root, 'libs/contract/src/limits.ts');

/** Generates every file that is derived from the contract. Returns their texts by path from the repository root. */
export async function generateDocuments(): Promise<Record<string, string>> {
  const limits = readLimits(readFileSync(limitsSource, 'utf8'));
  const globals = readGlobals(root);
  const documents = {
    'docs/openapi.json': JSON.stringify(describeInterface({ url: '/', version: 'v1' })),
    'docs/drover.schema.json': JSON.stringify(getProjectSchema()),
    'docs/errors.md': errorsPage(),
    'docs/routes.md': routesPage(),
    'docs/roles.md': rolesPage(),
    'docs/limits.md': limitsPage(limits),
    'docs/scripts.md': scriptsPage(globals),
    'docs/compatibility.md': compatibilityPage(globals),
    'docs/interface-coverage.md': await coveragePage(root),
    'libs/contract/src/reference/limits.json': JSON.stringify(limits),
    'libs/contract/src/reference/sdk-examples.json': JSON.stringify(readSdkExamples(root)),
  };
  const formatted = Object.entries(documents).map(async ([path, text]) => {
    const options = await resolveConfig(join(root, path));
    return [path, await format(text, { ...options, filepath: path })] as const;
  });
  return Object.fromEntries(await Promise.all(formatted));
}

function errorsPage(): string {
  return `# Errors

Every error answer has this body. \`code\` is stable: compare it, not the message.

\`\`\`json
{
  "code": 1102,
  "message": "name: must have at most 20 characters.",
  "documentation_url": "https://drover.example.org/docs#error-1102",
  "errors": [{ "path": "name", "message": "must have at most 20 characters" }],
  "requestId": "65f1c0ffee65f1c0ffee65f1"
}
\`\`\`

\`errors\` lists the invalid fields of the request, if there are any. \`requestId\` is also in the header \`X-Request-Id\` and in
the server's log.

| Code | Status | Name | Meaning |
|---|---|---|---|
${errorList.map(({ code, status, name, message }) => `| ${code} | ${status} | ${name} | ${message} |`).join('\n')}
`;
}

function limitsPage(limits: LimitNote[]): string {
  const rows = limits.map(
    ({ name, value, unit, text }) => `| \`${name}\` | ${formatNumber(value)} | ${unit} | ${text} |`,
  );
  return `# Limits

Each limit is declared once, in \`libs/contract/src/limits.ts\`. Validation, the database, the console's forms and the
reference use it. Characters are Unicode code points.

| Limit | Value | Unit | Applies to |
|---|---|---|---|
${rows.join('\n')}

${budgetSection()}`;
}

function budgetSection(): string {
  const rows = Object.entries<Bound>(BUDGET).map(
    ([name, { way, resource, max, unit, text, atBound }]) =>
      `| \`${name}\` | ${WAYS[way]} | ${resource} | ${formatNumber(max)} ${unit} | ${text} | ${describe(atBound)} |`,
  );
  return `## Resource budget

What each way into the server may consume, and what happens beyond. \`libs/contract/src/budget.ts\` declares it.
\`RATE_LIMIT\` ([settings](settings.md)) also limits the HTTP requests per minute and token.

| Bound | Way in | Resource | At most | Applies to | Beyond it |
|---|---|---|---|---|---|
${rows.join('\n')}
`;
}

function describe(atBound: AtBound): string {
  if (typeof atBound === 'string') return atBound;
  return 'status' in atBound ? `status ${atBound.status}` : `close code ${atBound.closeCode}`;
}

function formatNumber(value: number): string {
  return value.toLocaleString('en-US');
}
