import MarkdownIt from 'markdown-it';
import { escapeHtml } from '../http/escape-html';

const markdown = new MarkdownIt({ html: false });

/** Renders Markdown. HTML in it stays text. */
export function renderMarkdown(text: string): string {
  return markdown.render(text);
}

/** Renders Markdown without paragraphs. */
export function renderInline(text: string): string {
  return markdown.renderInline(text);
}

export function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`;
}

/** A block of code. It wraps, so that it needs no scroll bar. */
export function codeBlock(title: string, text: string): string {
  return `<figure><figcaption>${escapeHtml(title)}</figcaption><pre><code>${escapeHtml(text)}</code></pre></figure>`;
}

/** A table whose rows have IDs. Narrow windows scroll it. */
export function table(title: string, head: string[], rows: { id: string; cells: string[] }[]): string {
  const body = rows.map(
    ({ id, cells }) => `<tr id="${id}">${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
  );
  return `<div class="table" role="region" aria-label="${title}" tabindex="0"><table>
<thead><tr>${head.map((text) => `<th scope="col">${text}</th>`).join('')}</tr></thead>
<tbody>${body.join('\n')}</tbody></table></div>`;
}
