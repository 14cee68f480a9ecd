import '@mantine/core/styles/Tabs.css';
import { Skeleton, Tabs } from '@mantine/core';
import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../texts/lazy-part';
import classes from './editor-pane.module.css';
import { FormatButton } from './format-button';
import type { LanguageClient } from './language/language-client';
import type { EditorTab, ScriptFiles } from './use-draft';
import { useFormat } from './use-format';

const CodeEditor = lazyPart(() => import('./code-editor'), 'CodeEditor', 'editor');

/** The code is a script of its own for the language service. */
const codePath = 'script.js';

interface Props {
  files: ScriptFiles;
  onFilesChange: (files: ScriptFiles) => void;
  tab: EditorTab;
  onTabChange: (tab: EditorTab) => void;
  isReadOnly: boolean;
  client: LanguageClient | undefined;
  /** The source files, if the code was built from a project. */
  sources?: ReactNode;
  /** Line of the code to scroll to and to mark. */
  line?: number;
  /** Whether files are being dragged over the page. */
  isDraggingFiles: boolean;
}

/** The editors of the files, in tabs. */
export function EditorPane({
  files,
  onFilesChange,
  tab,
  onTabChange,
  isReadOnly,
  client,
  sources,
  line,
  isDraggingFiles,
}: Props) {
  const { t } = useTranslation('devscripts');
  const format = useFormat();
  const kinds = [
    { kind: 'code', language: 'javascript', label: t('codeLabel') },
    { kind: 'config', language: 'json', label: t('configLabel') },
    { kind: 'schema', language: 'json', label: t('schemaLabel') },
  ] as const;
  return (
    <Tabs
      value={tab}
      onChange={(next) => onTabChange(next as EditorTab)}
      className={classes.pane}
      keepMounted={false}
    >
      <Tabs.List className={classes.tabs}>
        {sources && <Tabs.Tab value="sources">{t('sources')}</Tabs.Tab>}
        {kinds.map(({ kind }) => (
          <Tabs.Tab key={kind} value={kind}>
            {t(`${kind}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {!isReadOnly && tab !== 'sources' && <FormatButton onClick={format.run} isBusy={format.isBusy} />}
      {sources && (
        <Tabs.Panel value="sources" className={classes.panel}>
          {sources}
        </Tabs.Panel>
      )}
      {kinds.map(({ kind, language, label }) => (
        <Tabs.Panel key={kind} value={kind} className={classes.panel}>
          <Suspense fallback={<Skeleton height="100%" />}>
            <CodeEditor
              language={language}
              label={label}
              path={codePath}
              client={client}
              onCreate={(view) => format.setEditor(view, language === 'json' ? 'json' : 'babel')}
              line={kind === 'code' ? line : undefined}
              value={files[kind]}
              isReadOnly={isReadOnly}
              onChange={(text) => onFilesChange({ ...files, [kind]: text })}
            />
          </Suspense>
        </Tabs.Panel>
      ))}
      {isDraggingFiles && <div className={classes.drop}>{t('dropHere')}</div>}
    </Tabs>
  );
}
