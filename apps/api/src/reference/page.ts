import { Scope } from '@drover/contract';
import limits from '@drover/contract/reference/limits.json';
import { errorList } from '@drover/contract/reference/responses';
import { escapeHtml } from '../http/escape-html';
import type { Description } from './description';
import { code, renderInline, renderMarkdown, table } from './markup';
import { renderOperations, titleOf } from './operations';
import { renderSchemas } from './schemas';

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
  cells: [String(number), String(status), name, escapeHtml(message)],
  id: `error-${number}`,
}));

const limitRows = limits.map(({ name, value, unit, text }) => ({
  cells: [code(name), `${value.toLocaleString('en-US')} ${unit}`.trim(), escapeHtml(text)],
  id: `limit-${name}`,
}));

const sections = [
  ['errors', 'Errors'],
  ['limits', 'Limits'],
  ['scopes', 'Scopes'],
  ['schemas', 'Schemas'],
] as const;

/** Renders the reference: static HTML, complete without JavaScript, whose rows and operations have addresses. */
export function renderReference(description: Description): string {
  const { info, tags, components } = description;
  // The tables of errors below are those of the description, with links to each row.
  const [introduction = ''] = info.description.split('\n## ');
  const credentials = Object.values(components.securitySchemes)
    .map((scheme) => `<li>${renderInline(scheme.description)}</li>`)
    .join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Drover API reference</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/style.css">
<script src="/docs/script.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<a class="home" href="/">Drover</a>
<label class="filter" hidden>Filter operations <input type="search" id="filter"></label>
<span id="found" role="status"></span>
</header>
<div class="columns">
<nav aria-label="Reference">
<ul>
${tags.map(({ name }) => `<li><a href="#tag-${name}">${titleOf(name)}</a></li>`).join('\n')}
${sections.map(([id, title]) => `<li><a href="#${id}">${title}</a></li>`).join('\n')}
<li><a href="/openapi.json">openapi.json</a></li>
</ul>
</nav>
<main id="content" tabindex="-1">
<h1>API reference</h1>
${renderMarkdown(introduction)}
<h2 id="credentials">Credentials</h2>
<ul>${credentials}</ul>
${renderOperations(description)}
${section('errors', table('Errors', ['Code', 'Status', 'Name', 'Meaning'], errors))}
${section('limits', table('Limits', ['Limit', 'Value', 'Applies to'], limitRows))}
${section('scopes', table('Scopes', ['Scope', 'Permissions of a token'], scopes))}
${section('schemas', renderSchemas(components.schemas))}
</main>
</div>
</body>
</html>
`;
}

function section(id: (typeof sections)[number][0], content: string): string {
  const title = sections.find(([name]) => name === id)?.[1] ?? '';
  return `<section id="${id}"><h2>${title}</h2>${content}</section>`;
}
