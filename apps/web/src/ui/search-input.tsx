import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { SearchIcon } from './icons';

interface Props extends Omit<TextInputProps, 'onChange'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A field to search with, which is called what it invites to. */
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
  /** The texts of an item that are searched. */
  textsOf: (item: Item) => string[];
  label: string;
  /** Said where nothing is found. */
  noMatch: string;
  children: (found: Item[]) => ReactNode;
}

/** A list that is searched as one types. */
export function Search<Item>({ items, textsOf, label, noMatch, children }: SearchProps<Item>) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = items.filter((item) => textsOf(item).some((text) => text.toLowerCase().includes(wanted)));
  return (
    <>
      <SearchInput mb="md" label={label} value={search} onChange={setSearch} />
      {found.length > 0 ? children(found) : <Text c="dimmed">{noMatch}</Text>}
    </>
  );
}
