import type { Device, Devscript, Project, Values } from '@drover/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useConfigValues } from '../../features/config-form/use-config-values';
import { type ScriptFiles, useDraft } from '../../features/devscripts/use-draft';
import { readNamedFile } from '../../features/projects/edit-files';
import { useProjectDraft } from '../../features/projects/use-project-draft';
import { startRun } from '../../queries/runnables';
import { useHasRole } from '../../roles/use-has-role';
import { useConfirmMany } from '../../ui/dialogs/confirm-many';
import { useErrorNotification } from '../../ui/feedback/use-error-notification';
import { useShortcuts } from './use-shortcuts';

export interface WorkbenchInput {
  devscript: Devscript;
  /** The files as saved on the server. */
  savedFiles: ScriptFiles;
  /** The initial content of the editor. */
  initialFiles: ScriptFiles;
  savedValues: Values;
  devices: Device[];
  /** The source files, if the saved code was built from a project. */
  project?: Project;
}

/** Holds the state of the workbench: the draft, its inputs and devices, and the latest job. */
export function useWorkbench(input: WorkbenchInput) {
  const { devscript, savedValues, devices } = input;
  const { _id, name } = devscript;
  const showError = useErrorNotification();
  const hasRole = useHasRole();
  const { files, isDirty, save, draft, sources } = useFiles(input);
  const config = useConfigValues(files.config, savedValues);
  const [chosen, setChosen] = useStoredDevices(_id);
  const [isChoosing, setChoosing] = useState(false);
  const [jobId, setJobId] = useState<string>();
  const targets = devices.filter((device) => chosen.has(device._id));

  const run = useMutation({
    mutationFn: async () => {
      // `save` shows its own error.
      const saved = await save.mutateAsync().catch(() => undefined);
      if (!saved) return undefined;
      const references = targets.map((device) => ({ _id: device._id, name: device.name }));
      return startRun({ kind: 'devscript', id: _id, name }, { devices: references, vars: config.vars });
    },
    onSuccess: (startedJobId) => startedJobId && setJobId(startedJobId),
    onError: showError,
  });
  const confirm = useConfirmMany(run.mutate);
  const isBusy = save.isPending || run.isPending;
  const saveNow = () => void (isBusy || !hasRole('editor') || save.mutate());
  const runNow = () => {
    if (!hasRole('operator')) return;
    if (targets.length === 0) setChoosing(true);
    else if (!isBusy && config.rules.validate()) confirm.startOn(targets.length);
  };
  useShortcuts({ onSave: saveNow, onRun: runNow });
  return {
    ...{
      files,
      isDirty,
      isSaving: save.isPending,
      draft,
      sources,
      config,
      chosen,
      setChosen,
      isChoosing,
      setChoosing,
    },
    ...{ saveNow, runNow, isRunning: run.isPending, jobId, closeOutput: () => setJobId(undefined) },
    confirmation: confirm.dialog,
  };
}

/** The files that are edited: those of a project, or else the three of a script. The code of a project is what was built last. */
function useFiles({ devscript, savedFiles, initialFiles, project }: WorkbenchInput) {
  const draft = useDraft(devscript._id, savedFiles, initialFiles);
  const sources = useProjectDraft(devscript._id, project);
  if (!project) return { files: draft.files, isDirty: draft.isDirty, save: draft.save, draft, sources };
  const files = {
    code: savedFiles.code,
    config: readNamedFile(sources.files, 'config'),
    schema: readNamedFile(sources.files, 'result'),
  };
  return { files, isDirty: sources.isDirty, save: sources.save, draft, sources };
}

/** The devices to run a script on, stored in this browser. */
function useStoredDevices(devscriptId: string): [ReadonlySet<string>, (chosen: Set<string>) => void] {
  const key = `drover-devices-${devscriptId}`;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(readStoredIds(key)));
  const change = (next: Set<string>) => {
    localStorage.setItem(key, JSON.stringify([...next]));
    setChosen(next);
  };
  return [chosen, change];
}

function readStoredIds(key: string): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(list) ? list.map(String) : [];
  } catch {
    return [];
  }
}
