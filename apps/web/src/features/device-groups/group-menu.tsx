import type { DeviceGroup } from '@drover/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { deviceGroupQueries } from '../../queries/device-groups';
import { EditIcon } from '../../ui/icons';
import { RecordMenu } from '../../ui/record-menu';

interface Props {
  group: DeviceGroup;
  onEdit: () => void;
}

export function GroupMenu({ group: { _id, name }, onEdit }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return (
    <RecordMenu
      label={t('deviceGroups.actions', { name })}
      items={[{ label: t('deviceGroups.edit'), Icon: EditIcon, onClick: onEdit }]}
      removal={{
        label: t('deviceGroups.remove'),
        title: t('deviceGroups.removeTitle', { name }),
        text: t('deviceGroups.removeText'),
        action: t('deviceGroups.remove'),
        done: t('deviceGroups.removed', { name }),
        run: () => drover.deviceGroups.remove(_id),
        onDone: () => void client.invalidateQueries(deviceGroupQueries.list()),
      }}
    />
  );
}
