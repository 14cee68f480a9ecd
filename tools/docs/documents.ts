import { describeInterface } from '@drover/contract/reference/openapi';
import { errorList } from '@drover/contract/reference/responses';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { coveragePage } from './interface-coverage';
import { readLimits, type LimitNote } from './limits';
import { routesPage } from './routes';

export const root = join(__dirname, '../..');
const limitsSource = join(root, 'libs/contract/src/limits.ts');

/** Every file that is made from the contract, by its path from the root. */
export async function writeDocuments(): Promise<Record<string, string>> {
  const limits = readLimits(readFileSync(limitsSource, 'utf8'));
  const documents = {
    'docs/openapi.json': JSON.stringify(describeInterface({ url: '/', version: 'v1' })),
    'docs/errors.md': errorsPage(),
    'docs/routes.md': routesPage(),
    'docs/limits.md': limitsPage(limits),
    'docs/interface-coverage.md': await coveragePage(root),
    'libs/contract/src/reference/limits.json': JSON.stringify(limits),
  };
  const formatted = Object.entries(documents).map(async ([path, text]) => {
    const options = await resolveConfig(join(root, path));
    return [path, await format(text, { ...options, filepath: path })] as const;
  });
  return Object.fromEntries(await Promise.all(formatted));
}

function errorsPage(): string {
  return `# Errors

Every answer that is not a success has this body. \`code\` is stable: compare with it, not with the message.

\`\`\`json
{
  "code": 1102,
  "message": "name: must have at most 20 characters.",
  "documentation_url": "https://drover.example.org/docs#error-1102",
  "errors": [{ "path": "name", "message": "must have at most 20 characters" }],
  "requestId": "65f1c0ffee65f1c0ffee65f1"
}
\`\`\`

\`errors\` is there where fields of the request are to blame. \`requestId\` is that of the header \`X-Request-Id\` and of the log.

| Code | Status | Name | Meaning |
|---|---|---|---|
${errorList.map(({ code, status, name, message }) => `| ${code} | ${status} | ${name} | ${message} |`).join('\n')}
`;
}

function limitsPage(limits: LimitNote[]): string {
  const rows = limits.map(
    ({ name, value, unit, text }) => `| \`${name}\` | ${number(value)} | ${unit} | ${text} |`,
  );
  return `# Limits

Each limit stands once, in \`libs/contract/src/limits.ts\`, and holds in validation, the database, the forms of the
console and the reference. Characters are Unicode code points.

| Limit | Value | Unit | What it bounds |
|---|---|---|---|
${rows.join('\n')}
`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
