import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { devscriptQueries } from '../../queries/devscripts';
import { scriptQueries } from '../../queries/scripts';
import { FilterSelect } from '../../ui/lists/filter-select';

interface Props {
  value: string;
  onChange: (scriptId: string) => void;
}

/** A dropdown of the account's scripts and those of its library. */
export function ScriptSelect({ value, onChange }: Props) {
  const { t } = useTranslation('filters');
  const [devscripts, scripts] = useQueries({ queries: [devscriptQueries.list(), scriptQueries.list()] });
  const choices = [...(devscripts.data?.items ?? []), ...(scripts.data?.items ?? [])].map(
    ({ _id, name }) => ({ value: _id, label: name }),
  );
  return (
    <FilterSelect isSearchable label={t('script')} choices={choices} value={value} onChange={onChange} />
  );
}
