import type { Message } from '@drover/sdk';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { deviceQueries } from '../../queries/devices';

/** Who a message is from: a script on a device, or a program; or to which single device it went. */
export function Sender({ message: { deviceId, runId } }: { message: Message }) {
  const { t } = useTranslation();
  const { data: devices } = useQuery(deviceQueries.list());
  if (!deviceId) return t('messages.fromProgram');
  const known = devices?.items.find(({ _id }) => _id === deviceId);
  const device = known?.name ?? t('messages.deletedDevice');
  const words = runId ? t('messages.fromDevice', { device }) : t('messages.toDevice', { device });
  return known ? <Link to={`/devices/${deviceId}`}>{words}</Link> : words;
}
