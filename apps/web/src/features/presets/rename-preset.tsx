import { LIMITS } from '@drover/contract/limits';
import type { Preset } from '@drover/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { presetQueries } from '../../queries/presets';
import { CountedInput, isWithin } from '../../ui/counted-input';
import { FormDialog } from '../../ui/form-dialog';

export function RenamePreset({ preset, onClose }: { preset: Preset; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [name, setName] = useState(preset.name);
  const rename = useMutation({
    mutationFn: () => drover.presets.update(preset._id, { ...preset, name: name.trim() }),
    onSuccess: () => {
      onClose();
      void client.invalidateQueries(presetQueries.list());
    },
  });
  return (
    <FormDialog
      title={t('presets.rename')}
      action={t('save')}
      size="sm"
      isValid={name.trim() !== '' && isWithin(name, LIMITS.presetNameChars)}
      save={rename}
      onClose={onClose}
    >
      <CountedInput
        label={t('presets.name')}
        limit={LIMITS.presetNameChars}
        value={name}
        onChange={setName}
        data-autofocus
      />
    </FormDialog>
  );
}
