import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConfigItem } from '@drover/sdk';
import { declareEnv } from './env-types';
import { LanguageClient } from './language-client';
import type { SourceText } from './protocol';

interface Input {
  /** Source files that the edited file may import. */
  files?: readonly SourceText[];
  /** Fields of the form. */
  items: ConfigItem[];
}

/** The language service of a script. It starts with the page, so that the first completion does not wait for it. */
export function useLanguageClient({ files, items }: Input): LanguageClient | undefined {
  const { i18n } = useTranslation();
  const language = i18n.resolvedLanguage ?? 'en';
  const [client, setClient] = useState<LanguageClient>();
  useEffect(() => {
    // Test environments have no workers.
    if (!('Worker' in window)) return;
    const created = new LanguageClient(language);
    setClient(created);
    return () => created.close();
  }, [language]);
  const env = declareEnv(items);
  useEffect(() => {
    client?.setFiles(
      new Map([...(files ?? []).map(({ path, text }) => [path, text] as const), [envPath, env]]),
    );
  }, [client, files, env]);
  return client;
}

/** No source file can have this path. */
const envPath = ':env.d.ts';
