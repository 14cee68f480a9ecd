import '@mantine/core/styles/Switch.css';
import { ActionIcon, Button, Select, Switch, Text, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DownIcon, DownloadIcon, SearchIcon } from '../../ui/display/icons';
import { SearchInput } from '../../ui/lists/search-input';
import { LOG_LEVELS, type LogFilter } from './log-filter';
import classes from './run-log.module.css';

interface Props {
  filter: LogFilter;
  onFilterChange: (change: Partial<LogFilter>) => void;
  hasTimestamps: boolean;
  onTimestampsChange: (hasTimestamps: boolean) => void;
  isEnded: boolean;
  hasLater: boolean;
  isFollowing: boolean;
  onFollowChange: (isFollowing: boolean) => void;
  onDownload: () => void;
  isDownloading: boolean;
  count: number;
}

export function LogToolbar({ filter, onFilterChange, ...props }: Props) {
  const { t } = useTranslation('run-log');
  const { hasTimestamps, isEnded, hasLater, isFollowing, count } = props;
  return (
    <div className={classes.toolbar}>
      <SearchInput
        className={classes.search}
        size="xs"
        label={t('search')}
        leftSection={<SearchIcon size={14} />}
        value={filter.search}
        onChange={(search) => onFilterChange({ search })}
      />
      <Select
        className={classes.level}
        size="xs"
        aria-label={t('level')}
        data={LOG_LEVELS.map((value) => ({ value, label: t(`levels.${value}`) }))}
        value={filter.level}
        onChange={(level) => onFilterChange({ level: level ?? 'verbose' })}
        allowDeselect={false}
      />
      <Switch
        size="xs"
        label={t('timestamps')}
        checked={hasTimestamps}
        onChange={(event) => props.onTimestampsChange(event.currentTarget.checked)}
      />
      <Text size="xs" c="dimmed" className={classes.count}>
        {t('lines', { count })}
      </Text>
      {(!isEnded || hasLater) && (
        <Button
          size="xs"
          variant={isFollowing ? 'light' : 'default'}
          leftSection={<DownIcon size={14} />}
          onClick={() => props.onFollowChange(!isFollowing)}
          aria-pressed={isFollowing}
        >
          {isFollowing ? t('pause') : isEnded ? t('toEnd') : t('follow')}
        </Button>
      )}
      <Tooltip label={t('download')} withinPortal={false} position="bottom-end">
        <ActionIcon
          size={30}
          variant="default"
          aria-label={t('download')}
          disabled={count === 0}
          loading={props.isDownloading}
          onClick={props.onDownload}
        >
          <DownloadIcon size={16} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
