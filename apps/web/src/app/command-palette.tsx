import { Combobox, Modal, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Runnable } from '../queries/runnables';
import { searchQuery } from '../queries/search';
import { lazyPart } from '../texts/lazy-part';
import { SearchIcon } from '../ui/display/icons';
import classes from './command-palette.module.css';
import { usePaletteGroups, type PaletteItem } from './palette-groups';
import { parseCommand } from './parse-command';

const RunDialog = lazyPart(
  () => import('../pages/jobs/run-dialog'),
  'RunDialog',
  'run-dialog',
  'device-choice',
);

const searchDelayMs = 150;

interface RunRequest {
  runnable: Runnable;
  deviceIds?: string[];
}

/** Searches records, pages and actions. “run … on …” offers to run a script on a device. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [request, setRequest] = useState<RunRequest>();
  const select = ({ to, run }: PaletteItem) => {
    if (run) {
      setRequest(run);
      return;
    }
    onClose();
    if (to) void navigate(to);
  };
  if (!request) return <Search onSelect={select} onClose={onClose} />;
  const { runnable, deviceIds } = request;
  return (
    <Suspense>
      <RunDialog runnable={runnable} defaults={deviceIds && { deviceIds }} onClose={onClose} />
    </Suspense>
  );
}

interface SearchProps {
  onSelect: (item: PaletteItem) => void;
  onClose: () => void;
}

function Search({ onSelect, onClose }: SearchProps) {
  const { t } = useTranslation('palette');
  const [query, setQuery] = useState('');
  const { groups, status } = useSearch(query);
  const combobox = useCombobox({ opened: true });
  const items = groups.flatMap((group) => group.items);
  const shown = items.map(({ key }) => key).join();
  // Enter opens the first result. The effect follows the rendering of the options.
  useEffect(() => void combobox.selectFirstOption(), [shown]);
  const submit = (key: string) => {
    const item = items.find((each) => each.key === key);
    if (item) onSelect(item);
  };
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={560}
      padding={0}
      yOffset="12vh"
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('title')}>
        <Combobox store={combobox} onOptionSubmit={submit}>
          <Combobox.EventsTarget>
            <TextInput
              variant="unstyled"
              size="lg"
              className={classes.input}
              leftSection={<SearchIcon />}
              placeholder={t('placeholder')}
              aria-label={t('title')}
              value={query}
              onChange={(event) => setQuery(event.currentTarget.value)}
              // The combobox keeps Escape from the dialog.
              onKeyDown={({ key }) => key === 'Escape' && onClose()}
              // At once, so that no letter is lost.
              autoFocus
              data-autofocus
            />
          </Combobox.EventsTarget>
          <Combobox.Options className={classes.options} aria-label={t('results')}>
            {groups.map((group) => (
              <Combobox.Group key={group.key} label={t(`${group.key}`)}>
                {group.items.map(({ key, label, description, Icon }) => (
                  <Combobox.Option key={key} value={key} className={classes.option}>
                    <Icon />
                    <span className={classes.label}>{label}</span>
                    <span className={classes.description}>{description}</span>
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ))}
          </Combobox.Options>
          {groups.length === 0 && <Combobox.Empty role="status">{t(`${status}`)}</Combobox.Empty>}
          <div className={classes.footer}>{t('hint')}</div>
        </Combobox>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Returns the groups that have items, and why there are none. */
function useSearch(query: string) {
  const command = parseCommand(query);
  const [text] = useDebouncedValue(command.text, searchDelayMs);
  const [deviceText] = useDebouncedValue(command.deviceText ?? '', searchDelayMs);
  const found = useQuery(searchQuery(text));
  const devices = useQuery(searchQuery(deviceText));
  const groups = usePaletteGroups(command, {
    found: text === '' ? undefined : found.data,
    devices: devices.data?.devices,
  });
  const status = found.isError ? 'failed' : found.isFetching ? 'searching' : 'empty';
  return { groups: groups.filter(({ items }) => items.length > 0), status } as const;
}
