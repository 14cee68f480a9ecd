import '@mantine/core/styles/Switch.css';
import { ActionIcon, Button, Select, Switch, Text, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DownIcon, DownloadIcon, SearchIcon } from '../../ui/icons';
import { SearchInput } from '../../ui/search-input';
import { LOG_LEVELS, type LogView } from './log-filter';
import classes from './run-log.module.css';

interface Props {
  view: LogView;
  onView: (change: Partial<LogView>) => void;
  hasTimes: boolean;
  onTimes: (hasTimes: boolean) => void;
  isOver: boolean;
  hasLater: boolean;
  isFollowing: boolean;
  onFollow: (isFollowing: boolean) => void;
  onDownload: () => void;
  isDownloading: boolean;
  count: number;
}

export function LogToolbar({ view, onView, ...props }: Props) {
  const { t } = useTranslation();
  const { hasTimes, isOver, hasLater, isFollowing, count } = props;
  return (
    <div className={classes.toolbar}>
      <SearchInput
        className={classes.search}
        size="xs"
        label={t('runLog.search')}
        leftSection={<SearchIcon size={14} />}
        value={view.search}
        onChange={(search) => onView({ search })}
      />
      <Select
        className={classes.level}
        size="xs"
        aria-label={t('runLog.level')}
        data={LOG_LEVELS.map((value) => ({ value, label: t(`runLog.levels.${value}`) }))}
        value={view.level}
        onChange={(level) => onView({ level: level ?? 'verbose' })}
        allowDeselect={false}
      />
      <Switch
        size="xs"
        label={t('runLog.timestamps')}
        checked={hasTimes}
        onChange={(event) => props.onTimes(event.currentTarget.checked)}
      />
      <Text size="xs" c="dimmed" className={classes.count}>
        {t('runLog.lines', { count })}
      </Text>
      {(!isOver || hasLater) && (
        <Button
          size="xs"
          variant={isFollowing ? 'light' : 'default'}
          leftSection={<DownIcon size={14} />}
          onClick={() => props.onFollow(!isFollowing)}
          aria-pressed={isFollowing}
        >
          {isFollowing ? t('runLog.pause') : isOver ? t('runLog.toEnd') : t('runLog.follow')}
        </Button>
      )}
      <Tooltip label={t('runLog.download')} withinPortal={false} position="bottom-end">
        <ActionIcon
          size={30}
          variant="default"
          aria-label={t('runLog.download')}
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
