import '@mantine/core/styles/Tabs.css';
import { Skeleton, Tabs } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './editor-pane.module.css';
import type { Files } from './use-draft';

const CodeEditor = lazy(async () => ({ default: (await import('./code-editor')).CodeEditor }));

interface Props {
  files: Files;
  onFiles: (files: Files) => void;
  tab: keyof Files;
  onTab: (tab: keyof Files) => void;
  /** Whether files hover over the page. */
  isDropping: boolean;
}

/** Code and configuration, each in its tab. */
export function EditorPane({ files, onFiles, tab, onTab, isDropping }: Props) {
  const { t } = useTranslation();
  const kinds = [
    { kind: 'code', language: 'javascript', label: t('devscripts.codeLabel') },
    { kind: 'config', language: 'json', label: t('devscripts.configLabel') },
  ] as const;
  return (
    <Tabs
      value={tab}
      onChange={(next) => onTab(next as keyof Files)}
      className={classes.pane}
      keepMounted={false}
    >
      <Tabs.List>
        {kinds.map(({ kind }) => (
          <Tabs.Tab key={kind} value={kind}>
            {t(`devscripts.${kind}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {kinds.map(({ kind, language, label }) => (
        <Tabs.Panel key={kind} value={kind} className={classes.panel}>
          <Suspense fallback={<Skeleton height="100%" />}>
            <CodeEditor
              language={language}
              label={label}
              value={files[kind]}
              onChange={(text) => onFiles({ ...files, [kind]: text })}
            />
          </Suspense>
        </Tabs.Panel>
      ))}
      {isDropping && <div className={classes.drop}>{t('devscripts.dropHere')}</div>}
    </Tabs>
  );
}
