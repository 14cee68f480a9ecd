import type { Project } from '@drover/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorNotification } from '../../ui/feedback/use-error-notification';
import { BuildError } from './build/build-project';
import type { BuildProblem } from './build/protocol';
import { compareFiles } from './compare-files';
import { saveProject } from './save-project';

const noFiles: Project['files'] = [];

/** Holds the source files of a project, as edited and as saved, and the problems of the last build. */
export function useProjectDraft(devscriptId: string, project: Project | undefined) {
  const { t } = useTranslation('projects');
  const client = useQueryClient();
  const showError = useErrorNotification();
  const [saved, setSaved] = useState(project?.files ?? noFiles);
  const [files, setFiles] = useState(saved);
  const [problems, setProblems] = useState<BuildProblem[]>([]);
  const current = useRef(files);
  current.current = files;
  const changes = useMemo(() => compareFiles(saved, files), [saved, files]);
  const isDirty = changes.length > 0;

  const save = useMutation({
    mutationFn: async () => {
      const files = current.current;
      const warnings = isDirty ? await saveProject(client, devscriptId, files) : undefined;
      return { files, warnings };
    },
    onSuccess: ({ files, warnings }) => {
      setSaved(files);
      if (warnings) setProblems(warnings);
    },
    onError: (error) => {
      if (!(error instanceof BuildError)) return showError(error);
      const { packages, problems } = error.failure;
      const names = packages.join(', ');
      setProblems([
        ...(packages.length > 0 ? [{ isError: true, text: t('needsPackages', { names }) }] : []),
        ...problems,
      ]);
    },
  });
  return { files, setFiles, saved, changes, isDirty, problems, save };
}

export type ProjectDraft = ReturnType<typeof useProjectDraft>;
