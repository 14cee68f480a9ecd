import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { linter, type Diagnostic } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { hoverTooltip, type EditorView, type Tooltip } from '@codemirror/view';
import { describe } from './description';
import type { LanguageClient } from './language-client';
import { signatureHelp } from './signature-help';

/** Completion, hover, signatures and problems of a file, by the language service. */
export function languageSupport(client: LanguageClient, path: string): Extension {
  return [
    autocompletion({ override: [(context) => complete(client, path, context)] }),
    hoverTooltip((view, position) => hover({ client, path, view }, position)),
    linter((view) => findProblems({ client, path, view }), { delay: 400 }),
    signatureHelp(client, path),
  ];
}

interface Place {
  client: LanguageClient;
  path: string;
  view: EditorView;
}

async function complete(
  client: LanguageClient,
  path: string,
  context: CompletionContext,
): Promise<CompletionResult | null> {
  const word = context.matchBefore(/[\w$]+$/);
  const isMember = context.matchBefore(/\.$/) !== null;
  if (!word && !isMember && !context.explicit) return null;
  client.setFile(path, context.state.doc.toString());
  const found = await client.ask('complete', path, context.pos);
  if (!found || context.aborted) return null;
  return {
    from: word?.from ?? context.pos,
    validFor: /^[\w$]*$/,
    options: found.items.map(({ name, kind, sortText }) => ({
      label: name,
      type: iconOf(kind),
      // Names that are near come before globals.
      boost: 50 - Number(sortText.slice(0, 2)),
      info: async () => {
        const description = await client.ask('describe', path, context.pos, name);
        return description && describe(description);
      },
    })),
  };
}

function iconOf(kind: string): string {
  if (kind.includes('function') || kind === 'method') return 'function';
  if (kind === 'property' || kind === 'getter' || kind === 'setter') return 'property';
  if (kind === 'class' || kind === 'interface' || kind === 'keyword') return kind;
  return kind === 'const' || kind === 'string' ? 'constant' : 'variable';
}

async function hover({ client, path, view }: Place, position: number): Promise<Tooltip | null> {
  client.setFile(path, view.state.doc.toString());
  const found = await client.ask('hover', path, position);
  return found && { pos: found.from, end: found.to, above: true, create: () => ({ dom: describe(found) }) };
}

async function findProblems({ client, path, view }: Place): Promise<Diagnostic[]> {
  client.setFile(path, view.state.doc.toString());
  const problems = await client.ask('findProblems', path);
  return problems.map(({ from, to, isError, message }) => ({
    from,
    to,
    severity: isError ? 'error' : 'warning',
    message,
  }));
}
