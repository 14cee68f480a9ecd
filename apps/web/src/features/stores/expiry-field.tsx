import type { StoreEntry } from '@drover/sdk';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatExactTime } from '../../lib/time';
import { secondsUntilExpiry } from './entry-input';

/** The choice that keeps the time at which the entry ends. */
export const unchanged = 'unchanged';
const [hour, day] = [3600, 24 * 3600];

/** Returns the expiry for the request: none for never. */
export function readExpiry(value: string, current: StoreEntry | undefined): { expiresIn?: number } {
  const expiresIn = value === unchanged ? current && secondsUntilExpiry(current) : Number(value);
  return expiresIn ? { expiresIn } : {};
}

interface Props {
  /** Seconds, or empty for never. */
  value: string;
  current: StoreEntry | undefined;
  onChange: (value: string) => void;
}

/** When the entry ends. */
export function ExpiryField({ value, current, onChange }: Props) {
  const { t, i18n } = useTranslation('stores');
  const expiresAt = current?.expiresAt;
  const time = expiresAt ? formatExactTime(expiresAt, i18n.language) : '';
  return (
    <Select
      label={t('expires')}
      description={t('expiresHelp')}
      allowDeselect={false}
      value={value}
      onChange={(chosen) => onChange(chosen ?? '')}
      data={[
        ...(expiresAt ? [{ value: unchanged, label: t('unchanged', { time }) }] : []),
        { value: '', label: t('never') },
        ...[1, 12].map((count) => ({ value: String(count * hour), label: t('inHours', { count }) })),
        ...[1, 7, 30, 365].map((count) => ({ value: String(count * day), label: t('inDays', { count }) })),
      ]}
    />
  );
}
