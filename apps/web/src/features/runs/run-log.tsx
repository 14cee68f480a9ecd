import { hasEnded, type LogLevel, type Run } from '@drover/sdk';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../ui/failure';
import { RowsLoading } from '../../ui/rows-loading';
import { chooseLines, toFile, type LogView } from './log-filter';
import { LogLines } from './log-lines';
import { LogToolbar } from './log-toolbar';
import classes from './run-log.module.css';
import { useRunLog } from './use-run-log';

interface Props {
  run: Run;
  /** Line to begin at, by its number. */
  startLine?: number;
  className?: string;
}

/** The log of a run, as it is written. */
export function RunLog({ run, startLine, className }: Props) {
  const { t } = useTranslation();
  const { lines, length, isLoading, error } = useRunLog(run._id);
  const isOver = hasEnded(run.state);
  const [view, setView] = useState<LogView>({ search: '', level: 'verbose' });
  const [hasTimes, setHasTimes] = useState(false);
  const [isFollowing, setFollowing] = useState(!isOver && startLine === undefined);
  const shown = useMemo(() => [...chooseLines(lines, view)], [lines, length, view]);

  const download = () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(toFile(lines));
    link.download = `${run._id}.log`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const empty = lines.length > 0 ? 'logNoMatch' : isOver ? 'logEmpty' : 'logWaiting';

  return (
    <section aria-label={t('runs.log')} className={`${classes.log} ${className ?? ''}`}>
      <LogToolbar
        view={view}
        onView={(change: { search?: string; level?: LogLevel }) => setView({ ...view, ...change })}
        {...{ hasTimes, isFollowing, isOver }}
        onTimes={setHasTimes}
        onFollow={setFollowing}
        onDownload={download}
        count={shown.length}
      />
      {Boolean(error) && <Failure error={error} />}
      {isLoading && (
        <div className={classes.empty}>
          <RowsLoading rows={2} />
        </div>
      )}
      {!isLoading && shown.length === 0 && <p className={classes.empty}>{t(`runs.${empty}`)}</p>}
      {shown.length > 0 && (
        <LogLines lines={shown} {...{ startLine, hasTimes, isFollowing }} onFollow={setFollowing} />
      )}
    </section>
  );
}
