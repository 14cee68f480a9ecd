import { Select, type OptionsFilter } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type KeyboardEvent } from 'react';
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
function findChoices<Choice extends object>(choices: Choice[], search: string): Choice[] {
  const text = search.trim().toLowerCase();
  const textOf = (choice: Choice) => ('label' in choice ? String(choice.label).toLowerCase() : '');
  const found = choices.filter((choice) => textOf(choice).includes(text));
  const isEqual = (choice: Choice) => Number(textOf(choice) === text);
  return found.sort((a, b) => isEqual(b) - isEqual(a));
}

const filter: OptionsFilter = ({ options, search, limit }) => findChoices(options, search).slice(0, limit);

/** A dropdown of a list's filter. Its label is also its placeholder. */
export function FilterSelect({ label, choices, value, onChange, isSearchable, onSearch }: Props) {
  const { t } = useTranslation('filters');
  const [isOpen, { open, close }] = useDisclosure(false);
  const [text, setText] = useState('');
  const onSearchChange = (search: string) => {
    setText(search);
    onSearch?.(search);
  };
  // The first choice is selected while the user types. Choices that arrive later are not.
  const onKeyDown = ({ key, currentTarget }: KeyboardEvent) => {
    const isSelected = currentTarget.hasAttribute('aria-activedescendant');
    const first = findChoices(choices, text)[0];
    if (key !== 'Enter' || !isSearchable || !isOpen || isSelected || text.trim() === '' || !first) return;
    onChange(first.value);
    close();
  };
  const isKnown = value === '' || choices.some((choice) => choice.value === value);
  return (
    <Select
      aria-label={label}
      placeholder={label}
      data={isKnown ? choices : [{ value, label: value }, ...choices]}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      searchable={isSearchable}
      filter={filter}
      dropdownOpened={isOpen}
      onDropdownOpen={open}
      onDropdownClose={close}
      onKeyDown={onKeyDown}
      selectFirstOptionOnChange={isSearchable}
      limit={shownChoices}
      onSearchChange={onSearchChange}
      nothingFoundMessage={t('noMatch')}
      clearable
      clearButtonProps={{ 'aria-label': t('clearOne', { filter: label }) }}
    />
  );
}
