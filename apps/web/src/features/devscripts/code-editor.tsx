import { javascript } from '@codemirror/lang-javascript';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { linter, lintGutter } from '@codemirror/lint';
import { EditorView } from '@codemirror/view';
import CodeMirror from '@uiw/react-codemirror';
import { useMemo } from 'react';
import { editorLook } from './editor-look';
import { findSyntaxErrors } from './syntax-errors';

interface Props {
  language: 'javascript' | 'json';
  label: string;
  value: string;
  onChange?: (value: string) => void;
  /** To be read alone. */
  isReadOnly?: boolean;
}

/** The editor, which is fetched only where something is edited. */
export function CodeEditor({ language, label, value, onChange, isReadOnly }: Props) {
  const extensions = useMemo(
    () => [
      language === 'json' ? json() : javascript(),
      linter(language === 'json' ? jsonParseLinter() : findSyntaxErrors),
      lintGutter(),
      editorLook,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    ],
    [language, label],
  );
  return (
    <CodeMirror
      value={value}
      onChange={onChange}
      readOnly={isReadOnly}
      theme="none"
      extensions={extensions}
      height="100%"
      style={{ height: '100%' }}
      // Tab leaves the editor, as everywhere on the page.
      indentWithTab={false}
    />
  );
}
