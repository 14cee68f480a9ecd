import { useTranslation } from 'react-i18next';
import { FilterSelect } from '../../ui/lists/filter-select';
import { useScriptNames } from './script-names';

interface Props {
  value: string;
  onChange: (scriptId: string) => void;
}

/** A dropdown of the account's scripts and those of its library. */
export function ScriptSelect({ value, onChange }: Props) {
  const { t } = useTranslation('filters');
  const choices = [...useScriptNames()].map(([id, name]) => ({ value: id, label: name }));
  return (
    <FilterSelect isSearchable label={t('script')} choices={choices} value={value} onChange={onChange} />
  );
}
