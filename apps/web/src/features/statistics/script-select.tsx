import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { statisticsQueries } from '../../queries/statistics';

const month = 30 * 24;

interface Props {
  value: string;
  onChange: (scriptId: string) => void;
}

/** Chooses one of the scripts that ran in the last 30 days, or all. */
export function ScriptSelect({ value, onChange }: Props) {
  const { t } = useTranslation('statistics');
  const { data } = useQuery(statisticsQueries.scripts({ hours: month }));
  const scripts = (data?.items ?? []).flatMap(({ scriptId, name }) =>
    scriptId === null ? [] : [{ value: scriptId, label: name ?? scriptId }],
  );
  const isKnown = value === '' || scripts.some((script) => script.value === value);
  return (
    <NativeSelect
      label={t('script')}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[
        { value: '', label: t('allScripts') },
        ...scripts,
        ...(isKnown ? [] : [{ value, label: value }]),
      ]}
    />
  );
}
