import { javascript } from '@codemirror/lang-javascript';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { linter, lintGutter } from '@codemirror/lint';
import { EditorView } from '@codemirror/view';
import CodeMirror from '@uiw/react-codemirror';
import { VisuallyHidden } from '@mantine/core';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { markLine, showLine } from './editor-line';
import { editorTheme } from '../../ui/code/editor-theme';
import { syntaxLinter } from './syntax-errors';

interface Props {
  language: 'javascript' | 'json';
  label: string;
  value: string;
  onChange?: (value: string) => void;
  isReadOnly?: boolean;
  /** Line to scroll to and to mark. */
  line?: number;
}

/** The code editor. It is large, so load it lazily. */
export function CodeEditor({ language, label, value, onChange, isReadOnly, line }: Props) {
  const { t } = useTranslation();
  const helpId = useId();
  const syntaxError = t('syntaxError');
  const extensions = useMemo(
    () => [
      language === 'json' ? json() : javascript(),
      language === 'json' ? linter(jsonParseLinter()) : syntaxLinter(syntaxError),
      lintGutter(),
      editorTheme,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': helpId, tabindex: '0' }),
      markLine(line),
    ],
    [language, label, syntaxError, helpId, line],
  );
  return (
    <>
      <CodeMirror
        value={value}
        onChange={onChange}
        readOnly={isReadOnly}
        theme="none"
        extensions={extensions}
        height="100%"
        style={{ height: '100%' }}
        onCreateEditor={(view) => showLine(view, line)}
        // After Escape, Tab leaves the editor, so that keyboard users are not trapped.
        indentWithTab={!isReadOnly}
      />
      <VisuallyHidden id={helpId}>{isReadOnly ? '' : t('editorHelp')}</VisuallyHidden>
    </>
  );
}
