import { Anchor, Group, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { presetQueries } from '../../queries/presets';
import { PresetCards } from '../presets/preset-cards';

const shownPresets = 6;

/** The newest presets. Renders nothing without presets. */
export function HomePresets() {
  const { t } = useTranslation('presets');
  const { data } = useQuery(presetQueries.list());
  if (!data || data.items.length === 0) return null;
  return (
    <section>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h5">
          {t('title')}
        </Title>
        <Anchor component={Link} to="/presets" size="sm">
          {t('all')}
        </Anchor>
      </Group>
      <PresetCards presets={data.items.slice(0, shownPresets)} />
    </section>
  );
}
