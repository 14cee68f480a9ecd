import type { Project } from '@drover/sdk';
import { Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { BuildError } from '../../features/projects/build/build-project';
import { saveProject } from '../../features/projects/save-project';
import { useErrorNotification } from '../../ui/feedback/use-error-notification';

interface Props {
  devscriptId: string;
  /** The script has nothing saved, so it starts with a template. */
  isNew: boolean;
  createFiles: () => Project['files'];
}

/** Turns a script of one file into a project, and saves it. */
export function ConvertToProject({ devscriptId, isNew, createFiles }: Props) {
  const { t } = useTranslation('projects');
  const client = useQueryClient();
  const showError = useErrorNotification();
  const convert = useMutation({
    mutationFn: () => saveProject(client, devscriptId, createFiles()),
    onError: (error) =>
      error instanceof BuildError
        ? notifications.show({ color: 'red', message: error.message })
        : showError(error),
  });
  return (
    <Anchor component="button" size="sm" onClick={() => convert.mutate()} disabled={convert.isPending}>
      {convert.isPending ? t('converting') : isNew ? t('startProject') : t('convert')}
    </Anchor>
  );
}
