import { javascript } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import { unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import CodeMirror from '@uiw/react-codemirror';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { editorTheme } from '../../ui/code/editor-theme';
import type { RevisionFileKind } from '../../queries/revisions';

interface Props {
  kind: RevisionFileKind | 'text';
  label: string;
  before: string;
  after: string;
}

const diffTheme = EditorView.theme({
  '&.cm-merge-b .cm-changedLine': { backgroundColor: 'light-dark(#e9f8ec, #15281c)' },
  '.cm-deletedChunk': { backgroundColor: 'light-dark(#fff1f3, #2c181d)' },
  '&.cm-merge-b .cm-changedText': { background: 'light-dark(#b6ecc2, #23522f)' },
  '.cm-deletedChunk .cm-deletedText': { background: 'light-dark(#ffe0e4, #62262f)' },
  '.cm-changedLineGutter': { background: 'light-dark(#1d6b36, #8ce99a)' },
  '.cm-deletedLineGutter': { background: 'light-dark(#c21e3a, #ff8797)' },
  '.cm-collapsedLines': {
    background: 'var(--hover)',
    color: 'var(--mantine-color-text)',
    padding: '4px 12px',
  },
  // The symbols around the text are missing in many fonts.
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: 'none' },
});

/** The lines that were removed and added between two texts. Long unchanged parts are folded. Loads the editor. */
export function TextDiff({ kind, label, before, after }: Props) {
  const { t } = useTranslation('revisions');
  // CodeMirror replaces the dollar sign by the number.
  const unchangedLines = t('unchangedLines', { number: '$' });
  const extensions = useMemo(
    () => [
      kind === 'code' ? javascript({ typescript: true }) : kind === 'config' ? json() : [],
      editorTheme,
      diffTheme,
      EditorState.phrases.of({ '$ unchanged lines': unchangedLines }),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      unifiedMergeView({
        original: before,
        mergeControls: false,
        collapseUnchanged: { margin: 3, minSize: 6 },
      }),
    ],
    [kind, label, before, unchangedLines],
  );
  // The view is created anew for another pair of texts, so that folded lines are those of the pair.
  return (
    <CodeMirror
      key={`${kind}\0${before}\0${after}`}
      value={after}
      readOnly
      theme="none"
      extensions={extensions}
      basicSetup={{ foldGutter: false, highlightActiveLine: false, highlightActiveLineGutter: false }}
    />
  );
}
