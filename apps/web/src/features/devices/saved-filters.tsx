import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { NameDialog } from '../../ui/forms/name-dialog';

const storageKey = 'drover-device-filters';
const maxNameChars = 40;

/** Filters by name, as the search part of the URL. */
type Saved = Record<string, string>;

function readSaved(): Saved {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as unknown;
    return Object.fromEntries(
      Object.entries(stored ?? {}).filter(([, search]) => typeof search === 'string'),
    );
  } catch {
    return {};
  }
}

/** Filters and sort orders that this browser remembers. */
export function SavedFilters() {
  const { t } = useTranslation('devices');
  const [params, setParams] = useSearchParams();
  const [saved, setSaved] = useState(readSaved);
  const [isNaming, setIsNaming] = useState(false);
  const store = (next: Saved) => {
    localStorage.setItem(storageKey, JSON.stringify(next));
    setSaved(next);
  };
  const names = Object.keys(saved);
  const remove = (name: string) =>
    store(Object.fromEntries(Object.entries(saved).filter(([key]) => key !== name)));
  const save = (name: string) => {
    store({ ...saved, [name]: params.toString() });
    setIsNaming(false);
  };
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button variant="default">{t('savedFilters')}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {names.map((name) => (
            <Menu.Item
              key={name}
              translate="no"
              onClick={() => setParams(saved[name] ?? '', { replace: true })}
            >
              {name}
            </Menu.Item>
          ))}
          {names.length > 0 && <Menu.Divider />}
          <Menu.Item disabled={params.size === 0} onClick={() => setIsNaming(true)}>
            {t('saveFilter')}
          </Menu.Item>
          {names.map((name) => (
            <Menu.Item key={name} color="red" onClick={() => remove(name)}>
              {t('removeFilter', { name })}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {isNaming && (
        <NameDialog
          title={t('saveFilter')}
          action={t('saveFilterDo')}
          label={t('name')}
          limit={maxNameChars}
          mutation={{ mutate: save, isPending: false, error: null }}
          onClose={() => setIsNaming(false)}
        />
      )}
    </>
  );
}
