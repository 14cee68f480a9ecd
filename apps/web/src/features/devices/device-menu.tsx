import type { Device } from '@drover/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { removeDeviceFromCache } from '../../queries/devices';
import { storePath } from '../../queries/stores';
import { useHasRole } from '../../roles/use-has-role';
import { ConfirmAction } from '../../ui/dialogs/confirm-dialog';
import { EditIcon, MessageIcon, RepeatIcon, StopIcon, StoreIcon } from '../../ui/display/icons';
import { RecordMenu } from '../../ui/lists/record-menu';
import { EditDevice } from './edit-device';
import { MessageDevice } from './message-device';

interface Props {
  device: Device;
  onUpdate?: () => void;
  onRemoved?: () => void;
}

/** The actions of a device. */
export function DeviceMenu({ device, onUpdate, onRemoved }: Props) {
  const { t } = useTranslation(['devices', 'common']);
  const hasRole = useHasRole();
  const client = useQueryClient();
  const [open, setOpen] = useState<'edit' | 'message' | 'stop' | null>(null);
  const close = () => setOpen(null);
  const { _id, name } = device;
  return (
    <>
      <RecordMenu
        label={t('actions', { name })}
        items={[
          hasRole('editor') && { label: t('edit'), Icon: EditIcon, onClick: () => setOpen('edit') },
          hasRole('operator') && {
            label: t('sendMessage'),
            Icon: MessageIcon,
            onClick: () => setOpen('message'),
          },
          hasRole('operator') && { label: t('stopAll'), Icon: StopIcon, onClick: () => setOpen('stop') },
          { label: t('store'), Icon: StoreIcon, to: storePath(_id, 'device') },
          hasRole('editor') && onUpdate && { label: t('update'), Icon: RepeatIcon, onClick: onUpdate },
        ]}
        removal={
          hasRole('editor') && {
            label: t('remove'),
            title: t('removeTitle', { name }),
            text: t('removeText'),
            action: t('common:delete'),
            done: t('removed', { name }),
            run: () => drover.devices.remove(_id),
            onDone: () => {
              removeDeviceFromCache(client, _id);
              onRemoved?.();
            },
          }
        }
      />
      {open === 'edit' && <EditDevice device={device} onClose={close} />}
      {open === 'message' && <MessageDevice device={device} onClose={close} />}
      <ConfirmAction
        isOpen={open === 'stop'}
        title={t('stopAll')}
        text={t('stopAllText', { name })}
        action={t('stopAll')}
        done={t('stopAllDone', { name })}
        run={() => drover.devices.stop(_id)}
        onClose={close}
      />
    </>
  );
}
