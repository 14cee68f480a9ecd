import type { Preset } from '@drover/sdk';
import { ActionIcon, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { presetQueries } from '../../queries/presets';
import { Confirm } from '../../ui/confirm';
import { EditIcon, MoreIcon, PlayIcon, TrashIcon } from '../../ui/icons';
import { RenamePreset } from './rename-preset';

interface Props {
  preset: Preset;
  /** Left out where there is no form for what it runs. */
  onRunWithChanges?: () => void;
}

/** What can be done with a preset beside running it. */
export function PresetMenu({ preset, onRunWithChanges }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null);
  const close = () => setOpen(null);
  const { _id, name } = preset;
  const remove = useMutation({
    mutationFn: () => drover.presets.remove(_id),
    onSuccess: () => {
      notifications.show({ message: t('presets.removed', { name }) });
      close();
      void client.invalidateQueries(presetQueries.list());
    },
  });
  return (
    <>
      <Menu width={210}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('presets.actions', { name })}>
            <MoreIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {onRunWithChanges && (
            <Menu.Item leftSection={<PlayIcon size={16} />} onClick={onRunWithChanges}>
              {t('presets.runWithChanges')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<EditIcon size={16} />} onClick={() => setOpen('rename')}>
            {t('presets.rename')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="var(--mantine-color-error)"
            leftSection={<TrashIcon size={16} />}
            onClick={() => setOpen('remove')}
          >
            {t('presets.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'rename' && <RenamePreset preset={preset} onClose={close} />}
      <Confirm
        isOpen={open === 'remove'}
        title={t('presets.removeTitle', { name })}
        text={t('presets.removeText')}
        action={t('presets.remove')}
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
        onClose={close}
      />
    </>
  );
}
