import { hasEnded, type Run } from '@drover/sdk';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../ui/failure';
import { RowsLoading } from '../../ui/rows-loading';
import { useShowFailure } from '../../ui/show-failure';
import { downloadLog } from './download-log';
import { chooseLines, wholeLog } from './log-filter';
import { LogLines } from './log-lines';
import { LogToolbar } from './log-toolbar';
import classes from './run-log.module.css';
import { useRunLog } from './use-run-log';

interface Props {
  run: Run;
  /** Line to begin at and to mark, by its number. */
  startLine?: number;
  /** A line was chosen, and the link to it copied. */
  onLine?: (line: number) => void;
  className?: string;
}

/** The log of a run, as it is written. */
export function RunLog({ run, startLine, onLine, className }: Props) {
  const { t } = useTranslation();
  const isOver = hasEnded(run.state);
  const [view, setView] = useState(wholeLog);
  const [hasTimes, setHasTimes] = useState(false);
  const [isFollowing, setFollowing] = useState(!isOver && startLine === undefined);
  const log = useRunLog(run._id, { view, startLine, isFollowing });
  const { lines, version, isSearching, isLoading, error, reader } = log;
  // The array grows in place; its version tells that it did.
  const shown = useMemo(() => chooseLines(lines, view), [lines, version, view]);
  const [chosenLine, setChosenLine] = useState<number>();
  const download = useMutation({ mutationFn: () => downloadLog(run._id), onError: useShowFailure() });

  const chooseLine = async (line: number) => {
    setChosenLine(line);
    onLine?.(line);
    const link = new URL(`/runs/${run._id}#L${line}`, window.location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      notifications.show({ message: t('runLog.linkCopied', { line }) });
    } catch {
      // Browsers let pages copy over HTTPS and on this machine alone.
      notifications.show({ message: link });
    }
  };
  const empty = log.last > 0 ? 'noMatch' : isOver ? 'empty' : 'waiting';

  return (
    <section aria-label={t('runLog.title')} className={`${classes.log} ${className ?? ''}`}>
      <LogToolbar
        view={view}
        onView={(change) => setView({ ...view, ...change })}
        {...{ hasTimes, isFollowing, isOver }}
        hasLater={log.hasLater}
        onTimes={setHasTimes}
        onFollow={setFollowing}
        onDownload={() => download.mutate()}
        isDownloading={download.isPending}
        count={shown === lines && !isSearching ? log.last : shown.length}
      />
      {Boolean(error) && (
        <div className={classes.failure}>
          <Failure error={error} onRetry={() => void reader?.refresh()} />
        </div>
      )}
      {shown.length === 0 &&
        (isLoading ? (
          <div className={classes.empty}>
            <RowsLoading rows={2} />
          </div>
        ) : (
          !error && <p className={classes.empty}>{t(`runLog.${empty}`)}</p>
        ))}
      {shown.length > 0 && (
        <LogLines
          lines={shown}
          {...{ version, hasTimes, isFollowing }}
          goTo={startLine === chosenLine ? undefined : startLine}
          chosenLine={chosenLine ?? startLine}
          onChoose={(line) => void chooseLine(line)}
          onFollow={setFollowing}
          onEdge={(edge) => void (edge === 'start' ? reader?.readEarlier() : reader?.readLater())}
        />
      )}
    </section>
  );
}
