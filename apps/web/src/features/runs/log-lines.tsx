import type { LogLine } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { exactTime } from '../../lib/time';
import classes from './run-log.module.css';
import { useLogScroll, type LogScroll } from './use-log-scroll';

interface Props extends LogScroll {
  chosenLine?: number;
  hasTimes: boolean;
  onChoose: (line: number) => void;
}

/** Only the lines in sight are drawn. */
export function LogLines({ chosenLine, hasTimes, onChoose, ...log }: Props) {
  const { t } = useTranslation();
  const { scroller, virtual, onScroll } = useLogScroll(log);
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      onScroll={onScroll}
      tabIndex={0}
      role="log"
      aria-live="off"
      aria-label={t('runLog.title')}
    >
      <div className={classes.lines} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const line = log.lines[index];
          if (!line) return null;
          return (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              data-level={line.level}
              data-chosen={line.seq === chosenLine || undefined}
              className={classes.line}
              style={{ transform: `translateY(${start}px)` }}
            >
              <Line line={line} hasTimes={hasTimes} onChoose={onChoose} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface LineProps {
  line: LogLine;
  hasTimes: boolean;
  onChoose: (line: number) => void;
}

function Line({ line: { seq, at, text }, hasTimes, onChoose }: LineProps) {
  const { t } = useTranslation();
  return (
    <>
      <button
        type="button"
        className={classes.number}
        onClick={() => onChoose(seq)}
        aria-label={t('runLog.lineLink', { line: seq })}
        tabIndex={-1}
      >
        {seq}
      </button>
      {hasTimes && <LineTime at={at} />}
      <span className={classes.text}>{text}</span>
    </>
  );
}

function LineTime({ at }: { at: string }) {
  const { i18n } = useTranslation();
  const moment = new Date(at);
  const time = moment.toLocaleTimeString('en-GB', { hour12: false });
  return (
    <time className={classes.time} dateTime={at} title={exactTime(at, i18n.language)}>
      {time}.{String(moment.getMilliseconds()).padStart(3, '0')}
    </time>
  );
}
