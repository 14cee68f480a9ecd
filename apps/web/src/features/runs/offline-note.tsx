import { LIMITS } from '@drover/contract/limits';
import type { Device } from '@drover/sdk';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  devices: Device[];
  deliverWithin?: number;
}

/** Says that devices which are away run later, and until when. */
export function OfflineNote({ devices, deliverWithin = LIMITS.scriptDeliverWithinSeconds }: Props) {
  const { t, i18n } = useTranslation();
  const count = devices.filter(({ online }) => !online).length;
  if (count === 0) return null;
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const deadline = format.format(Date.now() + deliverWithin * 1000);
  return (
    <Text size="sm" mt="xs" role="status">
      {t('runDialog.offline', { count, deadline })}
    </Text>
  );
}
