import sdkExamples from '@drover/contract/reference/sdk-examples.json';
import { escapeHtml } from '../http/escape-html';
import type { Content, Description, Endpoint, Operation } from './description';
import { curlExample } from './examples';
import { code, codeBlock, renderInline, renderMarkdown } from './markup';
import { nameOf, renderParameters, renderSchema } from './schemas';

const sdk: Record<string, { code: string; errors: string[] } | undefined> = sdkExamples;

/** Renders one section per feature, with its operations as expandable details. */
export function renderOperations(description: Description): string {
  const endpoints = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return description.tags
    .map(({ name, description: text }) => {
      const own = endpoints.filter(({ operation }) => operation.tags.includes(name));
      return `<section class="tag" id="tag-${name}">
<h2>${titleOf(name)}</h2>
<p>${renderInline(text)}</p>
${own.map((endpoint) => renderEndpoint(description, endpoint)).join('\n')}
</section>`;
    })
    .join('\n');
}

/** Returns "Device groups" for `deviceGroups`. */
export function titleOf(feature: string): string {
  const words = feature.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function renderEndpoint(description: Description, endpoint: Endpoint): string {
  const { path, method, operation } = endpoint;
  const { operationId, summary, requestBody, parameters } = operation;
  return `<details class="entry operation" id="${operationId}">
<summary><h3><span class="method ${method}">${method.toUpperCase()}</span> <code>${path.replaceAll('/', '/<wbr>')}</code>
<span class="summary">${escapeHtml(summary)}</span></h3></summary>
<div class="body">
${renderMarkdown(operation.description)}
${section('Parameters', renderParameters(parameters))}
${requestBody ? section('Request body', paragraph(requestBody.description) + renderContent(description, requestBody.content)) : ''}
${section('Response', renderResponses(description, operation))}
${section('Errors', renderErrors(operationId))}
${section('Examples', codeBlock('curl', curlExample(description, endpoint)) + renderSdk(operationId))}
</div>
</details>`;
}

function section(title: string, content: string): string {
  return content && `<h4>${title}</h4>${content}`;
}

function paragraph(text = ''): string {
  return text && `<p>${renderInline(text)}</p>`;
}

/** The properties of a body are in expandable details, because some bodies have many. */
function renderContent(description: Description, content: Content): string {
  return Object.entries(content)
    .map(([type, { schema }]) => {
      if (!schema) return `<p>${code(type)}</p>`;
      const name = nameOf(schema);
      const shown = name ? (description.components.schemas[name] ?? {}) : schema;
      return `<details><summary>${code(type)} ${name ?? ''}</summary>${renderSchema(shown)}</details>`;
    })
    .join('');
}

function renderResponses(description: Description, { responses }: Operation): string {
  return Object.entries(responses)
    .filter(([status]) => Number(status) < 300)
    .map(
      ([status, { description: text = '', content = {}, headers = {} }]) =>
        `<p>${code(status)} ${escapeHtml(text)}${
          'Location' in headers ? `. ${code('Location')} has the path of the new job` : ''
        }</p>${renderContent(description, content)}`,
    )
    .join('');
}

function renderErrors(operationId: string): string {
  const errors = sdk[operationId]?.errors ?? [];
  const items = errors.map((text) => `<li>${escapeHtml(text)}</li>`).join('');
  return `${items && `<ul>${items}</ul>`}<p>Every operation may also return the general <a href="#errors">errors</a>.</p>`;
}

function renderSdk(operationId: string): string {
  const example = sdk[operationId];
  return example ? codeBlock('@drover/sdk', example.code) : '';
}
