import { LIMITS } from '@drover/contract/limits';
import type { Preset } from '@drover/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { presetQueries } from '../../queries/presets';
import { EditIcon, PlayIcon } from '../../ui/icons';
import { NameDialog } from '../../ui/name-dialog';
import { RecordMenu } from '../../ui/record-menu';

interface Props {
  preset: Preset;
  /** Left out where there is no form for what it runs. */
  onRunWithChanges?: () => void;
}

/** What can be done with a preset beside running it. */
export function PresetMenu({ preset, onRunWithChanges }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isRenaming, setRenaming] = useState(false);
  const { _id, name } = preset;
  const readAgain = () => void client.invalidateQueries(presetQueries.list());
  const rename = useMutation({
    mutationFn: (changed: string) => drover.presets.update(_id, { ...preset, name: changed }),
    onSuccess: () => {
      setRenaming(false);
      readAgain();
    },
  });
  return (
    <>
      <RecordMenu
        label={t('presets.actions', { name })}
        items={[
          onRunWithChanges && {
            label: t('presets.runWithChanges'),
            Icon: PlayIcon,
            onClick: onRunWithChanges,
          },
          { label: t('presets.rename'), Icon: EditIcon, onClick: () => setRenaming(true) },
        ]}
        removal={{
          label: t('presets.remove'),
          title: t('presets.removeTitle', { name }),
          text: t('presets.removeText'),
          action: t('presets.remove'),
          done: t('presets.removed', { name }),
          run: () => drover.presets.remove(_id),
          onDone: readAgain,
        }}
      />
      {isRenaming && (
        <NameDialog
          title={t('presets.rename')}
          action={t('save')}
          label={t('presets.name')}
          limit={LIMITS.presetNameChars}
          start={name}
          save={rename}
          onClose={() => setRenaming(false)}
        />
      )}
    </>
  );
}
