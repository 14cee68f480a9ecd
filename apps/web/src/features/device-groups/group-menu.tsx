import type { DeviceGroup } from '@drover/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { deviceGroupQueries } from '../../queries/device-groups';
import { useHasRole } from '../../roles/use-has-role';
import { EditIcon } from '../../ui/display/icons';
import { RecordMenu } from '../../ui/lists/record-menu';

interface Props {
  group: DeviceGroup;
  onEdit: () => void;
}

export function GroupMenu({ group: { _id, name }, onEdit }: Props) {
  const { t } = useTranslation('device-groups');
  const hasRole = useHasRole();
  const client = useQueryClient();
  return (
    <RecordMenu
      label={t('actions', { name })}
      items={[hasRole('editor') && { label: t('edit'), Icon: EditIcon, onClick: onEdit }]}
      removal={
        hasRole('editor') && {
          label: t('remove'),
          title: t('removeTitle', { name }),
          text: t('removeText'),
          action: t('remove'),
          done: t('removed', { name }),
          run: () => drover.deviceGroups.remove(_id),
          onDone: () => void client.invalidateQueries(deviceGroupQueries.list()),
        }
      }
    />
  );
}
