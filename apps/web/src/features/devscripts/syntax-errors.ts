import { syntaxTree } from '@codemirror/language';
import type { Diagnostic } from '@codemirror/lint';
import type { EditorView } from '@codemirror/view';

/** A file that is broken early has an error almost everywhere: the first ones say enough. */
const maxErrors = 20;

/** Where the parser could not go on. */
export function findSyntaxErrors({ state }: EditorView): Diagnostic[] {
  const errors: Diagnostic[] = [];
  syntaxTree(state).iterate({
    enter: ({ type, from, to }) => {
      if (!type.isError || errors.length >= maxErrors) return;
      const end = Math.min(Math.max(to, from + 1), state.doc.length);
      errors.push({ from: Math.min(from, end), to: end, severity: 'error', message: 'Syntax error' });
    },
  });
  return errors;
}
