import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { SearchIcon } from '../display/icons';

interface Props extends Omit<TextInputProps, 'onChange'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A search field. Its label is also its placeholder. */
export function SearchInput({ label, onChange, ...props }: Props) {
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<SearchIcon size={16} />}
      {...props}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface SearchProps<Item> {
  items: Item[];
  /** Returns the texts of an item to search. */
  getTexts: (item: Item) => string[];
  label: string;
  /** Shown when no item matches. */
  noMatch: string;
  children: (matches: Item[]) => ReactNode;
}

/** Filters a list while the user types. */
export function SearchableList<Item>({ items, getTexts, label, noMatch, children }: SearchProps<Item>) {
  const [search, setSearch] = useState('');
  const query = search.trim().toLowerCase();
  const matches = items.filter((item) => getTexts(item).some((text) => text.toLowerCase().includes(query)));
  return (
    <>
      <SearchInput mb="md" label={label} value={search} onChange={setSearch} />
      {matches.length > 0 ? children(matches) : <Text c="dimmed">{noMatch}</Text>}
    </>
  );
}
