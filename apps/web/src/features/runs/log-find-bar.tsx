import { ActionIcon, Switch, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DownIcon, SearchIcon, UpIcon } from '../../ui/display/icons';
import { SearchInput } from '../../ui/lists/search-input';
import classes from './run-log.module.css';
import type { useLogView } from './use-log-view';

/** Finds text in the log. Enter goes to the next match, Shift+Enter to the previous one. */
export function LogFindBar({ view }: { view: ReturnType<typeof useLogView> }) {
  const { t } = useTranslation('run-log');
  const { filter, matches, current, step } = view;
  const position = matches.findIndex(({ seq }) => seq === current) + 1;
  const count = matches.length;
  return (
    <>
      <SearchInput
        className={classes.search}
        size="xs"
        label={t('search')}
        leftSection={<SearchIcon size={14} />}
        value={filter.search}
        onChange={(search) => view.changeFilter({ search })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          step(event.shiftKey ? -1 : 1);
        }}
      />
      {filter.search !== '' && (
        <div className={classes.find}>
          <Text size="xs" c="dimmed" className={classes.count} role="status">
            {position > 0 ? t('match', { position, count }) : t('matches', { count })}
            {view.isSearching && ' …'}
          </Text>
          <ActionIcon.Group>
            <ActionIcon
              size={30}
              variant="default"
              aria-label={t('previous')}
              disabled={count === 0}
              onClick={() => step(-1)}
            >
              <UpIcon size={14} />
            </ActionIcon>
            <ActionIcon
              size={30}
              variant="default"
              aria-label={t('next')}
              disabled={count === 0}
              onClick={() => step(1)}
            >
              <DownIcon size={14} />
            </ActionIcon>
          </ActionIcon.Group>
          <Switch
            size="xs"
            label={t('matchesOnly')}
            checked={!view.hasContext}
            onChange={(event) => view.setContext(!event.currentTarget.checked)}
          />
        </div>
      )}
    </>
  );
}
