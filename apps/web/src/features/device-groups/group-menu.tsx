import type { DeviceGroup } from '@drover/sdk';
import { ActionIcon, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { deviceGroupQueries } from '../../queries/device-groups';
import { Confirm } from '../../ui/confirm';
import { EditIcon, MoreIcon, TrashIcon } from '../../ui/icons';

interface Props {
  group: DeviceGroup;
  onEdit: () => void;
}

export function GroupMenu({ group: { _id, name }, onEdit }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isRemoving, setRemoving] = useState(false);
  const remove = useMutation({
    mutationFn: () => drover.deviceGroups.remove(_id),
    onSuccess: () => {
      notifications.show({ message: t('deviceGroups.removed', { name }) });
      setRemoving(false);
      void client.invalidateQueries(deviceGroupQueries.list());
    },
  });
  return (
    <>
      <Menu width={180}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('deviceGroups.actions', { name })}>
            <MoreIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<EditIcon size={16} />} onClick={onEdit}>
            {t('deviceGroups.edit')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="var(--mantine-color-error)"
            leftSection={<TrashIcon size={16} />}
            onClick={() => setRemoving(true)}
          >
            {t('deviceGroups.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Confirm
        isOpen={isRemoving}
        title={t('deviceGroups.removeTitle', { name })}
        text={t('deviceGroups.removeText')}
        action={t('deviceGroups.remove')}
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
        onClose={() => setRemoving(false)}
      />
    </>
  );
}
