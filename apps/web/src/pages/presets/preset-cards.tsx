import type { Preset } from '@drover/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { selectDevices } from '../../features/devices/device-rule';
import { useSelectorDescription } from '../../features/devices/use-selector-description';
import { PresetCard } from '../../features/presets/preset-card';
import classes from '../../features/presets/preset-card.module.css';
import { deviceGroupQueries } from '../../queries/device-groups';
import { deviceQueries } from '../../queries/devices';

/** Up to this many devices are listed by name, more by number. */
const maxNames = 3;

interface Props {
  presets: Preset[];
  renderMenu?: (preset: Preset) => ReactNode;
}

export function PresetCards({ presets, renderMenu }: Props) {
  const { t } = useTranslation('presets');
  const client = useQueryClient();
  const groups = useQuery(deviceGroupQueries.list()).data?.items ?? [];
  const describeSelector = useSelectorDescription(groups);
  const describeDevices = ({ devices = [], selector }: Preset) => {
    if (selector) return describeSelector(selector);
    if (devices.length > maxNames) return t('devices', { count: devices.length });
    return devices.map(({ name }) => String(name)).join(', ');
  };
  const countDevices = async ({ devices = [], selector }: Preset) => {
    if (!selector) return devices.length;
    const { items } = await client.ensureQueryData(deviceQueries.list());
    return selectDevices(items, selector, groups).length;
  };
  return (
    <ul className={classes.cards} aria-label={t('title')}>
      {presets.map((preset) => (
        <PresetCard
          key={preset._id}
          preset={preset}
          devicesText={describeDevices(preset)}
          countDevices={() => countDevices(preset)}
          menu={renderMenu?.(preset)}
        />
      ))}
    </ul>
  );
}
