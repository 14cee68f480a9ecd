import type { PresetSummary } from '@drover/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelectorDescription } from '../../features/devices/use-selector-description';
import { PresetCard } from '../../features/presets/preset-card';
import classes from '../../features/presets/preset-card.module.css';
import { deviceGroupQueries } from '../../queries/device-groups';
import { useCountDevices } from '../jobs/use-count-devices';

/** Up to this many devices are listed by name, more by number. */
const maxNames = 3;

interface Props {
  presets: PresetSummary[];
  renderMenu?: (preset: PresetSummary) => ReactNode;
}

export function PresetCards({ presets, renderMenu }: Props) {
  const { t } = useTranslation('presets');
  const countDevices = useCountDevices();
  const groups = useQuery(deviceGroupQueries.list()).data?.items ?? [];
  const describeSelector = useSelectorDescription(groups);
  const describeDevices = ({ devices = [], selector }: PresetSummary) => {
    if (selector) return describeSelector(selector);
    if (devices.length > maxNames) return t('devices', { count: devices.length });
    return devices.map(({ name }) => String(name)).join(', ');
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
