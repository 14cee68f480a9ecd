import type { PresetSummary } from '@drover/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PresetMenu } from '../../features/presets/preset-menu';
import { devscriptQueries } from '../../queries/devscripts';
import type { Runnable } from '../../queries/runnables';
import { RunDialog } from '../jobs/run-dialog';

interface Props {
  preset: PresetSummary;
  onRemoved?: () => void;
}

/** The menu of a preset, with the dialog that runs it with changes. */
export function PresetActions({ preset, onRemoved }: Props) {
  const [isEditing, setEditing] = useState(false);
  const runnable = useRunnable(preset);
  return (
    <>
      <PresetMenu preset={preset} onEditAndRun={runnable && (() => setEditing(true))} onRemoved={onRemoved} />
      {isEditing && runnable && (
        <RunDialog runnable={runnable} presetId={preset._id} onClose={() => setEditing(false)} />
      )}
    </>
  );
}

/** The script that a preset runs. Undefined for code and for a deleted script. */
export function useRunnable({ scriptId, scriptName }: PresetSummary): Runnable | undefined {
  const devscripts = useQuery(devscriptQueries.list()).data?.items;
  if (!scriptId || !scriptName || !devscripts) return undefined;
  const isDevscript = devscripts.some(({ _id }) => _id === scriptId);
  return { kind: isDevscript ? 'devscript' : 'script', id: scriptId, name: scriptName };
}
