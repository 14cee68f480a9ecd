import type { LogLine } from '@drover/sdk';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type UIEvent } from 'react';
import type { LogTarget } from './use-log-view';

const lineHeight = 22;
/** Distance in pixels within which the user is at the end. */
const endThreshold = 24;
/** Distance in pixels from an edge at which more lines are loaded. */
const edgeThreshold = 1_000;

/** The lines and the scroll position. */
export interface LogScroll {
  lines: LogLine[];
  version: number;
  /** The line to scroll to. */
  goTo?: LogTarget;
  isFollowing: boolean;
  onFollowChange: (isFollowing: boolean) => void;
  onEdge: (edge: 'start' | 'end') => void;
}

/** Virtual scrolling of a log. Scrolling up stops following, scrolling to the end starts it again. */
export function useLogScroll(
  { lines, version, goTo, isFollowing, onFollowChange, onEdge }: LogScroll,
  isWrapped: boolean,
) {
  const scroller = useRef<HTMLDivElement>(null);
  const lastTop = useRef(0);
  const wasAtEnd = useRef(true);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 20,
    getItemKey: (index) => lines[index]?.seq ?? index,
    // Keeps the visible lines in place when lines are added or removed above them.
    anchorTo: 'end',
  });

  useEffect(() => {
    if (isFollowing) virtual.scrollToEnd();
    else wasAtEnd.current = false;
  }, [isFollowing, lines, version, virtual]);

  // Deletes the heights of dropped lines, which would otherwise accumulate.
  useEffect(() => {
    const first = lines[0]?.seq ?? 0;
    for (const seq of virtual.itemSizeCache.keys())
      if (Number(seq) < first) virtual.itemSizeCache.delete(seq);
  }, [lines, virtual]);

  // The heights of all lines change together.
  useEffect(() => virtual.measure(), [isWrapped, virtual]);

  const lastGoTo = useRef<LogTarget>(undefined);
  useEffect(() => {
    const index = goTo === lastGoTo.current ? -1 : lines.findIndex(({ seq }) => seq === goTo?.line);
    if (index < 0) return;
    lastGoTo.current = goTo;
    virtual.scrollToIndex(index, { align: 'center' });
  }, [lines, version, goTo, virtual]);

  const onScroll = ({ currentTarget }: UIEvent<HTMLDivElement>) => {
    const { scrollTop, scrollHeight, clientHeight } = currentTarget;
    const distanceToEnd = scrollHeight - scrollTop - clientHeight;
    const isScrollingUp = scrollTop < lastTop.current;
    if (isFollowing && isScrollingUp && distanceToEnd > endThreshold) onFollowChange(false);
    if (!isFollowing && !isScrollingUp && distanceToEnd <= endThreshold && !wasAtEnd.current)
      onFollowChange(true);
    if (isScrollingUp && scrollTop < edgeThreshold) onEdge('start');
    if (!isScrollingUp && distanceToEnd < edgeThreshold) onEdge('end');
    wasAtEnd.current = distanceToEnd <= endThreshold;
    lastTop.current = scrollTop;
  };
  return { scroller, virtual, onScroll };
}
