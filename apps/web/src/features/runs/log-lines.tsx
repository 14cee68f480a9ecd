import type { LogLine } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { formatExactTime } from '../../lib/time';
import { AnsiText } from '../../ui/display/ansi-text';
import classes from './run-log.module.css';
import { type LogScroll, useLogScroll } from './use-log-scroll';

interface Props extends LogScroll {
  selectedLine?: number;
  hasTimestamps: boolean;
  onLineSelect: (line: number) => void;
}

/** Renders only the visible lines. */
export function LogLines({ selectedLine, hasTimestamps, onLineSelect, ...log }: Props) {
  const { t } = useTranslation('run-log');
  const { scroller, virtual, onScroll } = useLogScroll(log);
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      onScroll={onScroll}
      tabIndex={0}
      role="log"
      aria-live="off"
      aria-label={t('title')}
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
              data-chosen={line.seq === selectedLine || undefined}
              className={classes.line}
              style={{ transform: `translateY(${start}px)` }}
            >
              <Line line={line} hasTimestamps={hasTimestamps} onLineSelect={onLineSelect} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface LineProps {
  line: LogLine;
  hasTimestamps: boolean;
  onLineSelect: (line: number) => void;
}

function Line({ line: { seq, at, text }, hasTimestamps, onLineSelect }: LineProps) {
  const { t } = useTranslation('run-log');
  return (
    <>
      <button
        type="button"
        className={classes.number}
        onClick={() => onLineSelect(seq)}
        aria-label={t('lineLink', { line: seq })}
        tabIndex={-1}
      >
        {seq}
      </button>
      {hasTimestamps && <LineTime at={at} />}
      <span className={classes.text}>
        <AnsiText text={text} />
      </span>
    </>
  );
}

function LineTime({ at }: { at: string }) {
  const { i18n } = useTranslation();
  const date = new Date(at);
  const time = date.toLocaleTimeString('en-GB', { hour12: false });
  return (
    <time className={classes.time} dateTime={at} title={formatExactTime(at, i18n.language)}>
      {time}.{String(date.getMilliseconds()).padStart(3, '0')}
    </time>
  );
}
