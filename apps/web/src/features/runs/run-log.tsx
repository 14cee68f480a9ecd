import { hasEnded, type Run } from '@drover/sdk';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../ui/feedback/error-alert';
import { useErrorNotification } from '../../ui/feedback/use-error-notification';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';
import { downloadLog } from './download-log';
import { emptyFilter, filterLines } from './log-filter';
import { LogLines } from './log-lines';
import { LogToolbar } from './log-toolbar';
import classes from './run-log.module.css';
import { useRunLog } from './use-run-log';

interface Props {
  run: Run;
  /** Number of the line to start at and to highlight. */
  startLine?: number;
  /** Called when the user selects a line. The link to it is then on the clipboard. */
  onLineSelect?: (line: number) => void;
  className?: string;
}

/** The log of a run, live while it is running. */
export function RunLog({ run, startLine, onLineSelect, className }: Props) {
  const { t } = useTranslation('run-log');
  const isEnded = hasEnded(run.state);
  const [filter, setFilter] = useState(emptyFilter);
  const [hasTimestamps, setHasTimestamps] = useState(false);
  const [isFollowing, setFollowing] = useState(!isEnded && startLine === undefined);
  const log = useRunLog(run._id, { filter, startLine, isFollowing });
  const { lines, version, isSearching, isLoading, error, reader } = log;
  // The array grows in place, so `version` stands for its content here.
  const visibleLines = useMemo(() => filterLines(lines, filter), [lines, version, filter]);
  const [selectedLine, setSelectedLine] = useState<number>();
  const download = useMutation({ mutationFn: () => downloadLog(run._id), onError: useErrorNotification() });

  const selectLine = async (line: number) => {
    setSelectedLine(line);
    onLineSelect?.(line);
    const link = new URL(`/runs/${run._id}#L${line}`, window.location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      notifications.show({ message: t('linkCopied', { line }) });
    } catch {
      // Browsers allow access to the clipboard only over HTTPS and on localhost.
      notifications.show({ message: link });
    }
  };
  const empty = log.last > 0 ? 'noMatch' : isEnded ? 'empty' : 'waiting';

  return (
    <section aria-label={t('title')} className={`${classes.log} ${className ?? ''}`}>
      <LogToolbar
        filter={filter}
        onFilterChange={(change) => setFilter({ ...filter, ...change })}
        {...{ hasTimestamps, isFollowing, isEnded }}
        hasLater={log.hasLater}
        onTimestampsChange={setHasTimestamps}
        onFollowChange={setFollowing}
        onDownload={() => download.mutate()}
        isDownloading={download.isPending}
        count={visibleLines === lines && !isSearching ? log.last : visibleLines.length}
      />
      {Boolean(error) && (
        <div className={classes.failure}>
          <ErrorAlert error={error} onRetry={() => void reader?.refresh()} />
        </div>
      )}
      {visibleLines.length === 0 &&
        (isLoading ? (
          <div className={classes.empty}>
            <SkeletonRows rows={2} />
          </div>
        ) : (
          !error && <p className={classes.empty}>{t(`${empty}`)}</p>
        ))}
      {visibleLines.length > 0 && (
        <LogLines
          lines={visibleLines}
          {...{ version, hasTimestamps, isFollowing }}
          goTo={startLine === selectedLine ? undefined : startLine}
          selectedLine={selectedLine ?? startLine}
          onLineSelect={(line) => void selectLine(line)}
          onFollowChange={setFollowing}
          onEdge={(edge) => void (edge === 'start' ? reader?.readEarlier() : reader?.readLater())}
        />
      )}
    </section>
  );
}
