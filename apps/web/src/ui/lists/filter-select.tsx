import { defaultOptionsFilter, Select, type OptionsFilter, type Primitive } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  label: string;
  choices: { value: string; label: string }[];
  /** The chosen value, or an empty text. It may be missing among the choices. */
  value: string;
  onChange: (value: string) => void;
  /** Whether typing searches the choices. Enter then chooses the match of the whole text, or the first. */
  isSearchable?: boolean;
  /** Called while the user types, to load further choices that contain the text. */
  onSearch?: (text: string) => void;
}

const shownChoices = 50;

/** Finds the choices that contain the text, those that equal it first. */
const findChoices: OptionsFilter<Primitive> = ({ options, search, limit }) => {
  const text = search.trim().toLowerCase();
  const isEqual = (option: (typeof options)[number]) => 'label' in option && option.label.toLowerCase() === text;
  const sorted = [...options].sort((a, b) => Number(isEqual(b)) - Number(isEqual(a)));
  return defaultOptionsFilter({ options: sorted, search, limit });
};

/** A dropdown of a list's filter. Its label is also its placeholder. */
export function FilterSelect({ label, choices, value, onChange, isSearchable, onSearch }: Props) {
  const { t } = useTranslation('filters');
  const isKnown = value === '' || choices.some((choice) => choice.value === value);
  return (
    <Select
      aria-label={label}
      placeholder={label}
      data={isKnown ? choices : [{ value, label: value }, ...choices]}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      searchable={isSearchable}
      filter={findChoices}
      selectFirstOptionOnChange={isSearchable}
      limit={shownChoices}
      onSearchChange={onSearch}
      nothingFoundMessage={t('noMatch')}
      clearable
      clearButtonProps={{ 'aria-label': t('clearOne', { filter: label }) }}
    />
  );
}
