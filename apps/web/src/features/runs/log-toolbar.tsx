import '@mantine/core/styles/Switch.css';
import { ActionIcon, Button, Select, Switch, Text, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DownIcon, DownloadIcon } from '../../ui/display/icons';
import { useErrorNotification } from '../../ui/feedback/use-error-notification';
import { downloadLog } from './download-log';
import { LOG_LEVELS } from './log-filter';
import { LogFindBar } from './log-find-bar';
import classes from './run-log.module.css';
import type { LogSettings } from './use-log-settings';
import type { useLogView } from './use-log-view';

interface Props {
  runId: string;
  view: ReturnType<typeof useLogView>;
  settings: LogSettings;
  onSettingsChange: (change: Partial<LogSettings>) => void;
}

export function LogToolbar({ runId, view, settings, onSettingsChange }: Props) {
  const { t } = useTranslation('run-log');
  const { isEnded, isFollowing, last } = view;
  const onError = useErrorNotification();
  const download = useMutation({ mutationFn: () => downloadLog(runId), onError });
  const findError = useMutation({
    mutationFn: view.goToFirstError,
    onSuccess: (isFound) => void (isFound || notifications.show({ message: t('noErrors') })),
    onError,
  });
  return (
    <div className={classes.toolbar}>
      <LogFindBar view={view} />
      <Select
        className={classes.level}
        size="xs"
        aria-label={t('level')}
        data={LOG_LEVELS.map((value) => ({ value, label: t(`levels.${value}`) }))}
        value={view.filter.level}
        onChange={(level) => view.changeFilter({ level: level ?? 'verbose' })}
        allowDeselect={false}
      />
      <LogSwitches settings={settings} onSettingsChange={onSettingsChange} />
      <Text size="xs" c="dimmed" className={classes.count}>
        {t('lines', { count: view.isComplete ? last : view.lines.length })}
      </Text>
      {last > 0 && (
        <Button size="xs" variant="default" loading={findError.isPending} onClick={() => findError.mutate()}>
          {t('firstError')}
        </Button>
      )}
      {view.stepIds.length > 0 && (
        <Button size="xs" variant="default" onClick={view.toggleAllSteps}>
          {t(view.hasClosed ? 'openSteps' : 'closeSteps')}
        </Button>
      )}
      {(!isEnded || view.hasLater) && (
        <Button
          size="xs"
          variant={isFollowing ? 'light' : 'default'}
          leftSection={<DownIcon size={14} />}
          onClick={() => view.setFollowing(!isFollowing)}
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
          disabled={last === 0}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          <DownloadIcon size={16} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

function LogSwitches({ settings, onSettingsChange }: Pick<Props, 'settings' | 'onSettingsChange'>) {
  const { t } = useTranslation('run-log');
  return (
    <>
      <Switch
        size="xs"
        label={t('timestamps')}
        checked={settings.hasTimestamps}
        onChange={(event) => onSettingsChange({ hasTimestamps: event.currentTarget.checked })}
      />
      <Switch
        size="xs"
        label={t('wrap')}
        checked={settings.isWrapped}
        onChange={(event) => onSettingsChange({ isWrapped: event.currentTarget.checked })}
      />
    </>
  );
}
