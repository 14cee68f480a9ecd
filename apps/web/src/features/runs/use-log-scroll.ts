import type { LogLine } from '@drover/sdk';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type UIEvent } from 'react';

const lineHeight = 22;
/** Pixels from the end that still count as the end. */
const endReach = 24;
/** Pixels from an edge at which more of a long log is read. */
const edgeReach = 1_000;

/** Lines to scroll through, and where to be among them. */
export interface LogScroll {
  lines: LogLine[];
  version: number;
  /** Line to bring into sight, by its number. */
  goTo?: number;
  isFollowing: boolean;
  onFollow: (isFollowing: boolean) => void;
  onEdge: (edge: 'start' | 'end') => void;
}

/** Scrolling up pauses, scrolling to the end follows again. */
export function useLogScroll({ lines, version, goTo, isFollowing, onFollow, onEdge }: LogScroll) {
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
    if (isFollowing && isUp && toEnd > endReach) onFollow(false);
    if (!isFollowing && !isUp && toEnd <= endReach && !wasAtEnd.current) onFollow(true);
    if (isUp && scrollTop < edgeReach) onEdge('start');
    if (!isUp && toEnd < edgeReach) onEdge('end');
    wasAtEnd.current = toEnd <= endReach;
    lastTop.current = scrollTop;
  };
  return { scroller, virtual, onScroll };
}
