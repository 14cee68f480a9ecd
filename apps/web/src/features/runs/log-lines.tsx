import type { LogLine } from '@drover/sdk';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type UIEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { exactTime } from '../../lib/time';
import classes from './run-log.module.css';

const lineHeight = 22;
/** Pixels from the end that still count as the end. */
const endReach = 24;
/** Pixels from an edge at which more of a long log is read. */
const edgeReach = 1_000;

interface Props {
  lines: LogLine[];
  version: number;
  /** Line to bring into sight, by its number. */
  goTo?: number;
  chosenLine?: number;
  hasTimes: boolean;
  isFollowing: boolean;
  onChoose: (line: number) => void;
  onFollow: (isFollowing: boolean) => void;
  onEdge: (edge: 'start' | 'end') => void;
}

/** Only the lines in sight are drawn. Scrolling up pauses, scrolling to the end follows again. */
export function LogLines({ lines, version, goTo, chosenLine, hasTimes, isFollowing, ...on }: Props) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const lastTop = useRef(0);
  const wasAtEnd = useRef(true);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 20,
    getItemKey: (index) => lines[index]?.seq ?? index,
    // What is in sight stays there where lines come or go before it.
    anchorTo: 'end',
  });

  useEffect(() => {
    if (isFollowing) virtual.scrollToEnd();
    else wasAtEnd.current = false;
  }, [isFollowing, lines, version, virtual]);

  // Heights of lines that are held no more would be kept for ever.
  useEffect(() => {
    const first = lines[0]?.seq ?? 0;
    for (const seq of virtual.itemSizeCache.keys())
      if (Number(seq) < first) virtual.itemSizeCache.delete(seq);
  }, [lines, virtual]);

  const gone = useRef<number>(undefined);
  useEffect(() => {
    const index = goTo === gone.current ? -1 : lines.findIndex(({ seq }) => seq === goTo);
    if (index < 0) return;
    gone.current = goTo;
    virtual.scrollToIndex(index, { align: 'center' });
  }, [lines, version, goTo, virtual]);

  const onScroll = ({ currentTarget }: UIEvent<HTMLDivElement>) => {
    const { scrollTop, scrollHeight, clientHeight } = currentTarget;
    const toEnd = scrollHeight - scrollTop - clientHeight;
    const isUp = scrollTop < lastTop.current;
    if (isFollowing && isUp && toEnd > endReach) on.onFollow(false);
    if (!isFollowing && !isUp && toEnd <= endReach && !wasAtEnd.current) on.onFollow(true);
    if (isUp && scrollTop < edgeReach) on.onEdge('start');
    if (!isUp && toEnd < edgeReach) on.onEdge('end');
    wasAtEnd.current = toEnd <= endReach;
    lastTop.current = scrollTop;
  };

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
          const line = lines[index];
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
              <button
                type="button"
                className={classes.number}
                onClick={() => on.onChoose(line.seq)}
                aria-label={t('runLog.lineLink', { line: line.seq })}
                tabIndex={-1}
              >
                {line.seq}
              </button>
              {hasTimes && <LineTime at={line.at} />}
              <span className={classes.text}>{line.text}</span>
            </div>
          );
        })}
      </div>
    </div>
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
