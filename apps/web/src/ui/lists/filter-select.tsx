import { Select, type OptionsFilter } from '@mantine/core';
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
const findChoices: OptionsFilter = ({ options, search, limit }) => {
  const text = search.trim().toLowerCase();
  const textOf = (option: (typeof options)[number]) => ('label' in option ? option.label.toLowerCase() : '');
  const found = options.filter((option) => textOf(option).includes(text));
  const isEqual = (option: (typeof options)[number]) => Number(textOf(option) === text);
  return found.sort((a, b) => isEqual(b) - isEqual(a)).slice(0, limit);
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
