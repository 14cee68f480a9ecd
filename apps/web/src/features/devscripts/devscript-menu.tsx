import type { Devscript } from '@drover/sdk';
import { ActionIcon, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { drover } from '../../lib/drover';
import { Confirm } from '../../ui/confirm';
import { EditIcon, MoreIcon, PublishIcon, TrashIcon } from '../../ui/icons';
import { NameDialog } from './name-dialog';

/** What can be done with a script beside editing and running it. */
export function DevscriptMenu({ devscript, onRemoved }: { devscript: Devscript; onRemoved?: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null);
  const close = () => setOpen(null);
  const refresh = () => client.invalidateQueries({ queryKey: ['devscripts'] });

  const rename = useMutation({
    mutationFn: (name: string) => drover.devscripts.update(devscript._id, { name }),
    onSuccess: async () => {
      await refresh();
      close();
    },
  });
  const remove = useMutation({
    mutationFn: () => drover.devscripts.remove(devscript._id),
    onSuccess: () => {
      notifications.show({ message: t('devscripts.removed', { name: devscript.name }) });
      close();
      onRemoved?.();
      void client.invalidateQueries({ queryKey: ['devscripts', 'list'] });
    },
  });
  return (
    <>
      <Menu width={180}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('devscripts.actions', { name: devscript.name })}
          >
            <MoreIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            to={`/devscripts/${devscript._id}/publishing`}
            leftSection={<PublishIcon size={16} />}
          >
            {t('devscripts.publishing')}
          </Menu.Item>
          <Menu.Item leftSection={<EditIcon size={16} />} onClick={() => setOpen('rename')}>
            {t('devscripts.rename')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="var(--mantine-color-error)"
            leftSection={<TrashIcon size={16} />}
            onClick={() => setOpen('remove')}
          >
            {t('devscripts.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'rename' && (
        <NameDialog
          title={t('devscripts.rename')}
          action={t('save')}
          start={devscript.name}
          save={rename}
          onClose={close}
        />
      )}
      <Confirm
        isOpen={open === 'remove'}
        title={`${t('devscripts.remove')}: ${devscript.name}`}
        text={t('devscripts.removeText')}
        action={t('delete')}
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
        onClose={close}
      />
    </>
  );
}
