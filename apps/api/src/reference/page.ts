import { Scope } from '@drover/contract';
import limits from '@drover/contract/reference/limits.json';
import { errorList } from '@drover/contract/reference/responses';

const scopeTexts: Record<Scope, string> = {
  read: 'Read all records of the account.',
  run: 'Run and stop scripts, send messages.',
  write: 'Create, change and delete records.',
  admin: 'All of the above, and manage accounts and tokens.',
};

const scopes = Scope.options.map((scope) => ({
  cells: [code(scope), scopeTexts[scope]],
  id: `scope-${scope}`,
}));

const errors = errorList.map(({ code: number, status, name, message }) => ({
  cells: [String(number), String(status), name, message],
  id: `error-${number}`,
}));

const limitRows = limits.map(({ name, value, unit, text }) => ({
  cells: [code(name), `${value.toLocaleString('en-US')} ${unit}`.trim(), text],
  id: `limit-${name}`,
}));

/** The reference page. Its tables are plain HTML, so that the documentation_url of an error links to a row. */
export const referencePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Drover reference</title>
<link rel="icon" href="/docs/swagger-ui/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui/swagger-ui.css">
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<header>
<strong>Drover reference</strong>
<nav><a href="#operations">Operations</a> <a href="#errors">Errors</a> <a href="#limits">Limits</a>
<a href="#scopes">Scopes</a> <a href="/openapi.json">openapi.json</a></nav>
</header>
<main>
<section id="operations"><p>Turn on JavaScript to see the operations, or open <a href="/openapi.json">openapi.json</a>.</p></section>
${section('errors', 'Errors', table(['Code', 'Status', 'Name', 'Meaning'], errors))}
${section('limits', 'Limits', table(['Limit', 'Value', 'Applies to'], limitRows))}
${section('scopes', 'Scopes', table(['Scope', 'Permissions of a token'], scopes))}
</main>
<script src="/docs/swagger-ui/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

function section(id: string, title: string, content: string): string {
  return `<section id="${id}"><h2>${title}</h2>${content}</section>`;
}

function table(head: string[], rows: { id: string; cells: string[] }[]): string {
  const body = rows.map(({ id, cells }) => `<tr id="${id}">${cells.map(cell).join('')}</tr>`).join('\n');
  return `<div class="table"><table><thead><tr>${head.map((text) => `<th>${text}</th>`).join('')}</tr></thead>
<tbody>${body}</tbody></table></div>`;
}

function cell(text: string): string {
  return `<td>${text.startsWith('<code>') ? text : escape(text)}</td>`;
}

function code(text: string): string {
  return `<code>${escape(text)}</code>`;
}

function escape(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
