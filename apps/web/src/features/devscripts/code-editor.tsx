import { javascript } from '@codemirror/lang-javascript';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { linter, lintGutter } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import CodeMirror from '@uiw/react-codemirror';
import { VisuallyHidden } from '@mantine/core';
import { useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { markLine, showLine } from './editor-line';
import { editorTheme } from '../../ui/code/editor-theme';
import type { LanguageClient } from './language/language-client';
import { languageSupport } from './language/language-extensions';
import { syntaxLinter } from './syntax-errors';

interface Props {
  language: 'javascript' | 'json' | 'text';
  label: string;
  /** The file in the language service. Without both, there is no completion. */
  path?: string;
  client?: LanguageClient;
  value: string;
  onChange?: (value: string) => void;
  isReadOnly?: boolean;
  /** Line to scroll to and to mark. */
  line?: number;
  onCreate?: (view: EditorView) => void;
}

/** The code editor. It is large, so load it lazily. */
export function CodeEditor(props: Props) {
  const { language, label, path, client, value, onChange, isReadOnly, line, onCreate } = props;
  const { t, i18n } = useTranslation();
  const helpId = useId();
  const [view, setView] = useState<EditorView>();
  useEffect(() => {
    if (view) showLine(view, line);
  }, [view, line]);
  const syntaxError = t('syntaxError');
  const extensions = useMemo(
    () => [
      languageOf(language, { path, syntaxError }),
      language === 'javascript' && client && path ? languageSupport(client, path) : [],
      lintGutter(),
      EditorState.phrases.of(i18n.getResourceBundle(i18n.language, 'editor') as Record<string, string>),
      editorTheme,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': helpId, tabindex: '0' }),
      markLine(line),
    ],
    [language, label, path, client, syntaxError, helpId, line, i18n],
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
        onCreateEditor={(created) => {
          setView(created);
          onCreate?.(created);
        }}
        // After Escape, Tab leaves the editor, so that keyboard users are not trapped.
        indentWithTab={!isReadOnly}
      />
      <VisuallyHidden id={helpId}>{isReadOnly ? '' : t('editorHelp')}</VisuallyHidden>
    </>
  );
}

/** Colours and syntax errors. Those of TypeScript are found by the language service. */
function languageOf(
  language: Props['language'],
  { path = '', syntaxError }: { path?: string; syntaxError: string },
): Extension {
  if (language === 'json') return [json(), linter(jsonParseLinter())];
  if (language === 'text') return [];
  const options = { typescript: /\.[cm]?tsx?$/.test(path), jsx: /x$/.test(path) };
  return [javascript(options), options.typescript ? [] : syntaxLinter(syntaxError)];
}
