import type { Device } from '@drover/sdk';
import { ActionIcon, Menu } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EditIcon, MessageIcon, MoreIcon, StopIcon, TrashIcon } from '../../ui/icons';
import { aboveLinkClass } from '../../ui/virtual-table';
import { EditDevice } from './edit-device';
import { RemoveDevice, StopDevice } from './confirm-device';
import { MessageDevice } from './message-device';

/** What can be done with a device. */
export function DeviceMenu({ device, onRemoved }: { device: Device; onRemoved?: () => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'edit' | 'message' | 'stop' | 'remove' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Menu width={200}>
        <Menu.Target>
          <ActionIcon
            className={aboveLinkClass}
            variant="subtle"
            color="gray"
            aria-label={t('devices.actions', { name: device.name })}
          >
            <MoreIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<EditIcon size={16} />} onClick={() => setOpen('edit')}>
            {t('devices.edit')}
          </Menu.Item>
          <Menu.Item leftSection={<MessageIcon size={16} />} onClick={() => setOpen('message')}>
            {t('devices.sendMessage')}
          </Menu.Item>
          <Menu.Item leftSection={<StopIcon size={16} />} onClick={() => setOpen('stop')}>
            {t('devices.stopAll')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="var(--mantine-color-error)"
            leftSection={<TrashIcon size={16} />}
            onClick={() => setOpen('remove')}
          >
            {t('devices.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'edit' && <EditDevice device={device} onClose={close} />}
      {open === 'message' && <MessageDevice device={device} onClose={close} />}
      {open === 'stop' && <StopDevice device={device} onClose={close} />}
      {open === 'remove' && <RemoveDevice device={device} onClose={close} onRemoved={onRemoved} />}
    </>
  );
}
