import type { Preset } from '@drover/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelectorWords } from '../../features/devices/use-selector-words';
import { PresetCard } from '../../features/presets/preset-card';
import classes from '../../features/presets/preset-card.module.css';
import { deviceGroupQueries } from '../../queries/device-groups';

/** Names that are told; of more devices their number is. */
const namedDevices = 3;

interface Props {
  presets: Preset[];
  renderMenu?: (preset: Preset) => ReactNode;
}

/** Presets as large buttons. */
export function PresetCards({ presets, renderMenu }: Props) {
  const { t } = useTranslation();
  const groups = useQuery(deviceGroupQueries.list()).data?.items ?? [];
  const wordsOf = useSelectorWords(groups);
  const whereOf = ({ devices = [], selector }: Preset) => {
    if (selector) return wordsOf(selector);
    if (devices.length > namedDevices) return t('presets.devices', { count: devices.length });
    return devices.map(({ name }) => String(name)).join(', ');
  };
  return (
    <ul className={classes.cards} aria-label={t('presets.title')}>
      {presets.map((preset) => (
        <PresetCard key={preset._id} preset={preset} where={whereOf(preset)} menu={renderMenu?.(preset)} />
      ))}
    </ul>
  );
}
