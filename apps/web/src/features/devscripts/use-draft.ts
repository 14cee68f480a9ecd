import { LIMITS } from '@drover/contract/limits';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { devscriptQueries } from '../../queries/devscripts';
import { useShowFailure } from '../../ui/show-failure';

/** The two files of a script as they stand in the editor; an empty configuration is none. */
export interface Files {
  code: string;
  config: string;
}

/** What is edited, what of it is kept by the service, and the ways to bring in and keep more. */
export function useDraft(devscriptId: string, kept: Files, start: Files) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const showFailure = useShowFailure();
  const [saved, setSaved] = useState(kept);
  const [files, setFiles] = useState(start);
  const current = useRef(files);
  current.current = files;
  const isDirty = files.code !== saved.code || files.config !== saved.config;

  const save = useMutation({
    mutationFn: async () => {
      const { code, config } = current.current;
      const changes = {
        ...(code !== saved.code && { code }),
        ...(config !== saved.config && { config: config.trim() || '[]' }),
      };
      if (Object.keys(changes).length > 0) await drover.devscripts.uploadFiles(devscriptId, changes);
      return { code, config };
    },
    onSuccess: (now) => {
      setSaved(now);
      void client.invalidateQueries({ queryKey: ['devscripts', 'list'] });
      void client.invalidateQueries(devscriptQueries.detail(devscriptId));
      client.setQueryData(devscriptQueries.files(devscriptId).queryKey, {
        code: now.code,
        config: now.config,
      });
    },
    onError: showFailure,
  });

  const load = async (file: File) => {
    const refuse = (message: string) => void notifications.show({ color: 'red', message });
    const kind = kindOf(file);
    if (!kind) return refuse(t('devscripts.wrongFile'));
    if (file.size > LIMITS.uploadFileBytes) return refuse(t('devscripts.tooLarge', { name: file.name }));
    const text = await readText(file);
    if (text === undefined) return refuse(t('devscripts.notText', { name: file.name }));
    setFiles((before) => ({ ...before, [kind]: text }));
    notifications.show({ message: t('devscripts.loaded', { name: file.name }) });
    return kind;
  };

  useEffect(() => {
    if (!isDirty) return;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [isDirty]);

  return { files, setFiles, isDirty, save, load };
}

function kindOf({ name }: File): keyof Files | undefined {
  if (/\.json$/i.test(name)) return 'config';
  return /\.[cm]?js$/i.test(name) ? 'code' : undefined;
}

/** Nothing where it is no text: what could not be read must not be saved in its place. */
async function readText(file: File): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return undefined;
  }
}
