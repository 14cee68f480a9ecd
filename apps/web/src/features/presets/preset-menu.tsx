import { LIMITS } from '@drover/contract/limits';
import type { PresetSummary } from '@drover/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { presetQueries } from '../../queries/presets';
import { useHasRole } from '../../roles/use-has-role';
import { BoltIcon, EditIcon, PlayIcon } from '../../ui/display/icons';
import { NameDialog } from '../../ui/forms/name-dialog';
import { RecordMenu } from '../../ui/lists/record-menu';

interface Props {
  preset: PresetSummary;
  /** Left out if there is no form for what the preset runs. */
  onEditAndRun?: () => void;
  onRemoved?: () => void;
}

/** The further actions of a preset. */
export function PresetMenu({ preset, onEditAndRun, onRemoved }: Props) {
  const { t } = useTranslation(['presets', 'common']);
  const hasRole = useHasRole();
  const client = useQueryClient();
  const [isRenaming, setRenaming] = useState(false);
  const { _id, name } = preset;
  const refresh = () => void client.invalidateQueries(presetQueries.list());
  const rename = useMutation({
    mutationFn: async (changed: string) =>
      drover.presets.update(_id, { ...(await drover.presets.get(_id)), name: changed }),
    onSuccess: () => {
      setRenaming(false);
      refresh();
    },
  });
  return (
    <>
      <RecordMenu
        label={t('actions', { name })}
        items={[
          !onRemoved && { label: t('details'), Icon: BoltIcon, to: `/presets/${_id}` },
          hasRole('operator') &&
            onEditAndRun && {
              label: t('editAndRun'),
              Icon: PlayIcon,
              onClick: onEditAndRun,
            },
          hasRole('editor') && { label: t('rename'), Icon: EditIcon, onClick: () => setRenaming(true) },
        ]}
        removal={
          hasRole('editor') && {
            label: t('remove'),
            title: t('removeTitle', { name }),
            text: t('removeText'),
            action: t('remove'),
            done: t('removed', { name }),
            run: () => drover.presets.remove(_id),
            onDone: () => {
              refresh();
              onRemoved?.();
            },
          }
        }
      />
      {isRenaming && (
        <NameDialog
          title={t('rename')}
          action={t('common:save')}
          label={t('name')}
          limit={LIMITS.presetNameChars}
          initialName={name}
          mutation={rename}
          onClose={() => setRenaming(false)}
        />
      )}
    </>
  );
}
