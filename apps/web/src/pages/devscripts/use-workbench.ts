import type { Device, Devscript, Values } from '@drover/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useConfigValues } from '../../features/config-form/use-config-values';
import { useDraft, type Files } from '../../features/devscripts/use-draft';
import { runTarget } from '../../queries/targets';
import { useShowFailure } from '../../ui/show-failure';
import { useShortcuts } from './use-shortcuts';

export interface WorkbenchStart {
  devscript: Devscript;
  /** The files as the service has them. */
  kept: Files;
  /** The files that the editor begins with. */
  start: Files;
  savedValues: Values;
  devices: Device[];
}

/** What is written, with which values and on which devices it is tried, and the job of the last try. */
export function useWorkbench({ devscript, kept, start, savedValues, devices }: WorkbenchStart) {
  const { _id, name } = devscript;
  const showFailure = useShowFailure();
  const draft = useDraft(_id, kept, start);
  const config = useConfigValues(draft.files.config, savedValues);
  const [chosen, setChosen] = useChosenDevices(_id);
  const [isChoosing, setChoosing] = useState(false);
  const [jobId, setJobId] = useState<string>();
  const { save } = draft;
  const targets = devices.filter((device) => chosen.has(device._id));

  const run = useMutation({
    mutationFn: async () => {
      await save.mutateAsync();
      const references = targets.map((device) => ({ _id: device._id, name: device.name }));
      return runTarget({ kind: 'devscript', id: _id, name }, { devices: references, vars: config.vars });
    },
    onSuccess: setJobId,
    // What saving threw is told already.
    onError: (error) => error !== save.error && showFailure(error),
  });
  const isBusy = save.isPending || run.isPending;
  const saveNow = () => void (isBusy || save.mutate());
  const runNow = () => {
    if (targets.length === 0) setChoosing(true);
    else if (!isBusy) run.mutate();
  };
  useShortcuts({ onSave: saveNow, onRun: runNow });
  return {
    ...{ draft, config, chosen, setChosen, isChoosing, setChoosing },
    ...{ saveNow, runNow, isRunning: run.isPending, jobId, forgetJob: () => setJobId(undefined) },
  };
}

/** Devices that a script is tried on: chosen once, remembered in this browser. */
function useChosenDevices(devscriptId: string): [ReadonlySet<string>, (chosen: Set<string>) => void] {
  const key = `drover-devices-${devscriptId}`;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(readList(key)));
  const change = (next: Set<string>) => {
    localStorage.setItem(key, JSON.stringify([...next]));
    setChosen(next);
  };
  return [chosen, change];
}

function readList(key: string): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(list) ? list.map(String) : [];
  } catch {
    return [];
  }
}
