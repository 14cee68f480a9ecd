import '@mantine/core/styles/SimpleGrid.css';
import type { MissedPolicy, Overlap } from '@drover/sdk';
import { Select, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const overlaps: Overlap[] = ['skip', 'replace', 'queue'];
const missedPolicies: MissedPolicy[] = ['run_once', 'skip'];

/** What happens to an occurrence that cannot start on time. */
export interface Policies {
  overlap: Overlap;
  missed: MissedPolicy;
}

interface Props {
  value: Policies;
  onChange: (value: Policies) => void;
}

export function PolicyFields({ value, onChange }: Props) {
  const { t } = useTranslation('schedules');
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <Select
        label={t('overlap')}
        data={overlaps.map((each) => ({ value: each, label: t(`overlapOptions.${each}`) }))}
        value={value.overlap}
        onChange={(next) => onChange({ ...value, overlap: next as Overlap })}
        allowDeselect={false}
      />
      <Select
        label={t('missed')}
        data={missedPolicies.map((each) => ({ value: each, label: t(`missedOptions.${each}`) }))}
        value={value.missed}
        onChange={(next) => onChange({ ...value, missed: next as MissedPolicy })}
        allowDeselect={false}
      />
    </SimpleGrid>
  );
}
