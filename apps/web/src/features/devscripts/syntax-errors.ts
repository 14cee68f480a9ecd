import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import { linter, type Diagnostic } from '@codemirror/lint';
import type { EditorView } from '@codemirror/view';

/** An early error causes follow-up errors in the whole file, so only the first are reported. */
const maxErrors = 20;

const maxParseMs = 200;

/** Marks syntax errors with a message. */
export function syntaxLinter(message: string) {
  return linter((view) => findSyntaxErrors(view, message), {
    needsRefresh: ({ startState, state }) => syntaxTree(startState) !== syntaxTree(state),
  });
}

/** Finds syntax errors in a text that is parsed to its end: a tree that is cut off has errors where it ends. */
function findSyntaxErrors({ state }: EditorView, message: string): Diagnostic[] {
  const errors: Diagnostic[] = [];
  ensureSyntaxTree(state, state.doc.length, maxParseMs)?.iterate({
    enter: ({ type, from, to }) => {
      if (!type.isError || errors.length >= maxErrors) return;
      const end = Math.min(Math.max(to, from + 1), state.doc.length);
      errors.push({ from: Math.min(from, end), to: end, severity: 'error', message });
    },
  });
  return errors;
}
