import { javascript } from '@codemirror/lang-javascript';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { linter, lintGutter } from '@codemirror/lint';
import { EditorView } from '@codemirror/view';
import { useComputedColorScheme } from '@mantine/core';
import CodeMirror from '@uiw/react-codemirror';
import { useMemo } from 'react';
import { findSyntaxErrors } from './syntax-errors';

interface Props {
  language: 'javascript' | 'json';
  label: string;
  value: string;
  onChange: (value: string) => void;
}

const look = EditorView.theme({
  '&': { fontSize: '13px', height: '100%', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.6' },
  '.cm-gutters': {
    backgroundColor: 'transparent',
    borderRight: 'none',
    color: 'var(--mantine-color-dimmed)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
});

/** The editor, which is fetched only where something is edited. */
export function CodeEditor({ language, label, value, onChange }: Props) {
  const scheme = useComputedColorScheme();
  const extensions = useMemo(
    () => [
      language === 'json' ? json() : javascript(),
      linter(language === 'json' ? jsonParseLinter() : findSyntaxErrors),
      lintGutter(),
      look,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label }),
    ],
    [language, label],
  );
  return (
    <CodeMirror
      value={value}
      onChange={onChange}
      theme={scheme}
      extensions={extensions}
      height="100%"
      style={{ height: '100%' }}
      // Tab leaves the editor, as everywhere on the page.
      indentWithTab={false}
    />
  );
}
