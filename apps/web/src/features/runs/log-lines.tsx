import type { LogLine } from '@drover/sdk';
import { notifications } from '@mantine/notifications';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type UIEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { exactTime } from '../../lib/time';
import classes from './run-log.module.css';

const lineHeight = 22;
/** Pixels from the end that still count as the end. */
const endReach = 24;

interface Props {
  lines: LogLine[];
  startLine?: number;
  hasTimes: boolean;
  isFollowing: boolean;
  onFollow: (isFollowing: boolean) => void;
}

/** Only the lines in sight are drawn. Scrolling up pauses, scrolling to the end follows again. */
export function LogLines({ lines, startLine, hasTimes, isFollowing, onFollow }: Props) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const lastTop = useRef(0);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 20,
    getItemKey: (index) => lines[index]?.seq ?? index,
  });

  useEffect(() => {
    if (isFollowing) virtual.scrollToEnd();
  }, [isFollowing, lines, virtual]);

  const hasStarted = useRef(startLine === undefined);
  useEffect(() => {
    const index = hasStarted.current ? -1 : lines.findIndex(({ seq }) => seq === startLine);
    if (index < 0) return;
    hasStarted.current = true;
    virtual.scrollToIndex(index, { align: 'center' });
  }, [lines, startLine, virtual]);

  const onScroll = ({
    currentTarget: { scrollTop, scrollHeight, clientHeight },
  }: UIEvent<HTMLDivElement>) => {
    const isAtEnd = scrollHeight - scrollTop - clientHeight < endReach;
    if (isFollowing && scrollTop < lastTop.current && !isAtEnd) onFollow(false);
    lastTop.current = scrollTop;
  };

  const copyLink = (seq: number) => {
    const url = new URL(window.location.href);
    url.hash = `L${seq}`;
    window.history.replaceState(window.history.state, '', url);
    void navigator.clipboard?.writeText(url.href);
    notifications.show({ message: t('runs.linkCopied', { line: seq }) });
  };

  return (
    <div
      ref={scroller}
      className={classes.scroller}
      onScroll={onScroll}
      tabIndex={0}
      role="log"
      aria-live="off"
      aria-label={t('runs.log')}
    >
      <div className={classes.lines} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const line = lines[index];
          return (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              data-level={line.level}
              data-chosen={line.seq === startLine || undefined}
              className={classes.line}
              style={{ transform: `translateY(${start}px)` }}
            >
              <button
                type="button"
                className={classes.number}
                onClick={() => copyLink(line.seq)}
                aria-label={t('runs.lineLink', { line: line.seq })}
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
