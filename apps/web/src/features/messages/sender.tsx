import type { Message } from '@drover/sdk';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { deviceQueries } from '../../queries/devices';

/** The sender of a message (a device or a program), or the single device that it was sent to. */
export function Sender({ message: { deviceId, runId } }: { message: Message }) {
  const { t } = useTranslation('messages');
  const { data: devices } = useQuery(deviceQueries.list());
  if (!deviceId) return t('fromProgram');
  const known = devices?.items.find(({ _id }) => _id === deviceId);
  const device = known?.name ?? t('deletedDevice');
  const text = runId ? t('fromDevice', { device }) : t('toDevice', { device });
  return known ? <Link to={`/devices/${deviceId}`}>{text}</Link> : text;
}
