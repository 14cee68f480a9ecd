import type { Device } from '@drover/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { dropDevice } from '../../queries/devices';
import { ConfirmAction } from '../../ui/confirm';
import { EditIcon, MessageIcon, StopIcon } from '../../ui/icons';
import { RecordMenu } from '../../ui/record-menu';
import { EditDevice } from './edit-device';
import { MessageDevice } from './message-device';

/** What can be done with a device. */
export function DeviceMenu({ device, onRemoved }: { device: Device; onRemoved?: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [open, setOpen] = useState<'edit' | 'message' | 'stop' | null>(null);
  const close = () => setOpen(null);
  const { _id, name } = device;
  return (
    <>
      <RecordMenu
        label={t('devices.actions', { name })}
        items={[
          { label: t('devices.edit'), Icon: EditIcon, onClick: () => setOpen('edit') },
          { label: t('devices.sendMessage'), Icon: MessageIcon, onClick: () => setOpen('message') },
          { label: t('devices.stopAll'), Icon: StopIcon, onClick: () => setOpen('stop') },
        ]}
        removal={{
          label: t('devices.remove'),
          title: `${t('devices.remove')}: ${name}`,
          text: t('devices.removeText'),
          action: t('delete'),
          done: t('devices.removed', { name }),
          run: () => drover.devices.remove(_id),
          onDone: () => {
            dropDevice(client, _id);
            onRemoved?.();
          },
        }}
      />
      {open === 'edit' && <EditDevice device={device} onClose={close} />}
      {open === 'message' && <MessageDevice device={device} onClose={close} />}
      <ConfirmAction
        isOpen={open === 'stop'}
        title={t('devices.stopAll')}
        text={t('devices.stopAllText', { name })}
        action={t('devices.stopAll')}
        done={t('devices.stopAllDone', { name })}
        run={() => drover.devices.stop(_id)}
        onClose={close}
      />
    </>
  );
}
