import type { Device } from '@drover/sdk';
import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MessageDevices, TagDevices, toReferences } from '../../features/devices/bulk-dialogs';
import classes from '../../features/devices/device-table.module.css';
import { drover } from '../../lib/drover';
import { removeDeviceFromCache } from '../../queries/devices';
import { ForRole } from '../../roles/for-role';
import { ConfirmAction } from '../../ui/dialogs/confirm-dialog';
import { RunOnDevicesButton } from '../jobs/run-on-devices-button';
import { UpdateAgents } from './update-agents';

/** Names that a confirmation lists. */
const maxNames = 20;

/** What can be done with the selected devices. They are in the order of the table. */
export function BulkActions({ devices, onClear }: { devices: Device[]; onClear: () => void }) {
  const { t } = useTranslation(['devices', 'common']);
  const client = useQueryClient();
  const [open, setOpen] = useState<'tag' | 'message' | 'stop' | 'update' | 'remove' | null>(null);
  const close = () => setOpen(null);
  const count = devices.length;
  const names = listNames(devices);
  const shown = {
    count,
    names: count > maxNames ? t('namesMore', { names, count: count - maxNames }) : names,
  };
  const removeFromCache = () => {
    for (const { _id } of devices) removeDeviceFromCache(client, _id);
    onClear();
  };
  return (
    <section className={classes.selection} aria-label={t('selection')}>
      <Text size="sm" fw={550} role="status">
        {t('selected', { count })}
      </Text>
      <RunOnDevicesButton size="xs" deviceIds={devices.map(({ _id }) => _id)} />
      <ForRole role="editor">
        <Button size="xs" variant="default" onClick={() => setOpen('tag')}>
          {t('setTag')}
        </Button>
      </ForRole>
      <Button size="xs" variant="default" onClick={() => setOpen('message')}>
        {t('sendMessage')}
      </Button>
      <Button size="xs" variant="default" onClick={() => setOpen('stop')}>
        {t('stopAll')}
      </Button>
      <ForRole role="editor">
        <Button size="xs" variant="default" onClick={() => setOpen('update')}>
          {t('updateMany')}
        </Button>
      </ForRole>
      <ForRole role="editor">
        <Button size="xs" variant="light" color="red" onClick={() => setOpen('remove')}>
          {t('common:delete')}
        </Button>
      </ForRole>
      <Button size="xs" variant="subtle" onClick={onClear}>
        {t('selectNone')}
      </Button>
      {open === 'tag' && <TagDevices devices={devices} onClose={close} />}
      {open === 'message' && <MessageDevices devices={devices} onClose={close} />}
      {open === 'update' && <UpdateAgents devices={devices} onClose={close} />}
      <ConfirmAction
        isOpen={open === 'stop'}
        title={t('stopAll')}
        text={t('stopManyText', shown)}
        action={t('stopAll')}
        done={t('stopManyDone', { count })}
        run={() => drover.runs.stop({ devices: toReferences(devices) })}
        onClose={close}
      />
      <ConfirmAction
        isOpen={open === 'remove'}
        title={t('removeManyTitle', { count })}
        text={t('removeManyText', shown)}
        action={t('common:delete')}
        done={t('removedMany', { count })}
        run={() => drover.devices.removeMany({ devices: toReferences(devices) })}
        onDone={removeFromCache}
        onClose={close}
      />
    </section>
  );
}

function listNames(devices: Device[]): string {
  return devices
    .slice(0, maxNames)
    .map(({ name }) => name)
    .join(', ');
}
