import { Decoration, EditorView } from '@codemirror/view';

const mark = Decoration.line({ class: 'cm-markedLine' });

/** Marks a line, if the text has as many. */
export function markLine(line: number | undefined) {
  return EditorView.decorations.of(({ state: { doc } }) =>
    line && line <= doc.lines ? Decoration.set([mark.range(doc.line(line).from)]) : Decoration.none,
  );
}

/** Scrolls to a line and puts the cursor there. */
export function showLine(view: EditorView, line: number | undefined): void {
  const { doc } = view.state;
  if (!line || line > doc.lines) return;
  const { from } = doc.line(line);
  view.dispatch({
    selection: { anchor: from },
    effects: EditorView.scrollIntoView(from, { y: 'center' }),
  });
}
