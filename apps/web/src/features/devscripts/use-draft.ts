import { LIMITS } from '@drover/contract/limits';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { devscriptQueries } from '../../queries/devscripts';
import { useErrorNotification } from '../../ui/feedback/use-error-notification';

/** The files of a script in the editor. An empty configuration or schema of results means that there is none. */
export interface ScriptFiles {
  code: string;
  config: string;
  schema: string;
}

/** What the editor shows: a file, or the source files of a project. */
export type EditorTab = keyof ScriptFiles | 'sources';

/** Holds the edited and the saved files of a script, with functions to loadFile and save them. */
export function useDraft(devscriptId: string, savedFiles: ScriptFiles, initialFiles: ScriptFiles) {
  const { t } = useTranslation('devscripts');
  const client = useQueryClient();
  const showError = useErrorNotification();
  const [saved, setSaved] = useState(savedFiles);
  const [files, setFiles] = useState(initialFiles);
  const current = useRef(files);
  current.current = files;
  const isDirty = (['code', 'config', 'schema'] as const).some((kind) => files[kind] !== saved[kind]);

  const save = useMutation({
    mutationFn: async () => {
      const { code, config, schema } = current.current;
      const changes = {
        ...(code !== saved.code && { code }),
        ...(config !== saved.config && { config: config.trim() || '[]' }),
        ...(schema !== saved.schema && { schema: schema.trim() || '{}' }),
      };
      if (Object.keys(changes).length > 0) await drover.devscripts.uploadFiles(devscriptId, changes);
      return { code, config, schema };
    },
    onSuccess: (uploaded) => {
      setSaved(uploaded);
      void client.invalidateQueries({ queryKey: ['devscripts', 'list'] });
      void client.invalidateQueries(devscriptQueries.detail(devscriptId));
      client.setQueryData(devscriptQueries.files(devscriptId).queryKey, uploaded);
    },
    onError: showError,
  });

  const loadFile = async (file: File) => {
    const reject = (message: string) => void notifications.show({ color: 'red', message });
    const kind = getFileKind(file);
    if (!kind) return reject(t('wrongFile'));
    if (file.size > LIMITS.uploadFileBytes) return reject(t('tooLarge', { name: file.name }));
    const text = await readText(file);
    if (text === undefined) return reject(t('notText', { name: file.name }));
    setFiles((before) => ({ ...before, [kind]: text }));
    notifications.show({ message: t('loaded', { name: file.name }) });
    return kind;
  };

  return { files, setFiles, isDirty, save, loadFile };
}

function getFileKind({ name }: File): keyof ScriptFiles | undefined {
  if (/\.schema\.json$/i.test(name)) return 'schema';
  if (/\.json$/i.test(name)) return 'config';
  return /\.[cm]?js$/i.test(name) ? 'code' : undefined;
}

/** Returns `undefined` unless the file is UTF-8, so that damaged text is never saved. */
async function readText(file: File): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return undefined;
  }
}
