import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  label: string;
  choices: { value: string; label: string }[];
  /** The chosen value, or an empty text. It may be missing among the choices. */
  value: string;
  onChange: (value: string) => void;
  /** Whether typing searches the choices. Enter then chooses the first match. */
  isSearchable?: boolean;
  /** Called while the user types, to load further choices that contain the text. */
  onSearch?: (text: string) => void;
}

const shownChoices = 50;

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
      selectFirstOptionOnChange={isSearchable}
      limit={shownChoices}
      onSearchChange={onSearch}
      nothingFoundMessage={t('noMatch')}
      clearable
      clearButtonProps={{ 'aria-label': t('clearOne', { filter: label }) }}
    />
  );
}
