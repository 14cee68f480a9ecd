import type { EditorView } from '@codemirror/view';
import * as babel from 'prettier/plugins/babel';
import * as estree from 'prettier/plugins/estree';
import { formatWithCursor } from 'prettier/standalone';

/** Formats the text of an editor with Prettier. Rejects if the text has syntax errors. */
export async function formatCode(view: EditorView, parser: 'babel' | 'babel-ts' | 'json'): Promise<void> {
  const before = view.state.doc.toString();
  const { formatted, cursorOffset } = await formatWithCursor(before, {
    parser,
    // Prettier's estree plugin is not typed as one.
    plugins: [babel, estree as never],
    singleQuote: true,
    cursorOffset: view.state.selection.main.head,
  });
  // Keeps what the user has typed meanwhile.
  if (view.state.doc.toString() !== before || formatted === before) return;
  view.dispatch({
    changes: { from: 0, to: before.length, insert: formatted },
    selection: { anchor: Math.min(cursorOffset, formatted.length) },
    scrollIntoView: true,
  });
}
