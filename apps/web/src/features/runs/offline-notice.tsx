import { LIMITS } from '@drover/contract/limits';
import type { Device } from '@drover/sdk';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { localeOf } from '../../lib/time';

interface Props {
  devices: Device[];
  deliverWithin?: number;
}

/** Tells how many devices are offline, and until when they can still run. */
export function OfflineNotice({ devices, deliverWithin = LIMITS.scriptDeliverWithinSeconds }: Props) {
  const { t, i18n } = useTranslation('run-dialog');
  const count = devices.filter(({ online }) => !online).length;
  if (count === 0) return null;
  const format = new Intl.DateTimeFormat(localeOf(i18n.language), {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const deadline = format.format(Date.now() + deliverWithin * 1000);
  return (
    <Text size="sm" mt="xs" role="status">
      {t('offline', { count, deadline })}
    </Text>
  );
}
