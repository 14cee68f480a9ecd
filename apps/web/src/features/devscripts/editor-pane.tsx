import '@mantine/core/styles/Tabs.css';
import { Skeleton, Tabs } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../texts/lazy-part';
import classes from './editor-pane.module.css';
import type { ScriptFiles } from './use-draft';

const CodeEditor = lazyPart(() => import('./code-editor'), 'CodeEditor');

interface Props {
  files: ScriptFiles;
  onFilesChange: (files: ScriptFiles) => void;
  tab: keyof ScriptFiles;
  onTabChange: (tab: keyof ScriptFiles) => void;
  isReadOnly: boolean;
  /** Line of the code to scroll to and to mark. */
  line?: number;
  /** Whether files are being dragged over the page. */
  isDraggingFiles: boolean;
}

/** The editors for code and configuration, in tabs. */
export function EditorPane({
  files,
  onFilesChange,
  tab,
  onTabChange,
  isReadOnly,
  line,
  isDraggingFiles,
}: Props) {
  const { t } = useTranslation('devscripts');
  const kinds = [
    { kind: 'code', language: 'javascript', label: t('codeLabel') },
    { kind: 'config', language: 'json', label: t('configLabel') },
  ] as const;
  return (
    <Tabs
      value={tab}
      onChange={(next) => onTabChange(next as keyof ScriptFiles)}
      className={classes.pane}
      keepMounted={false}
    >
      <Tabs.List>
        {kinds.map(({ kind }) => (
          <Tabs.Tab key={kind} value={kind}>
            {t(`${kind}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {kinds.map(({ kind, language, label }) => (
        <Tabs.Panel key={kind} value={kind} className={classes.panel}>
          <Suspense fallback={<Skeleton height="100%" />}>
            <CodeEditor
              language={language}
              label={label}
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
