import type { DroverEvent, LogLine } from '@drover/sdk';
import { useEffect, useRef, useState } from 'react';
import { drover } from '../../lib/drover';
import { watchEvents } from '../../lib/live';
import { isFiltered, isInView, type LogView } from './log-filter';
import { emptyPart, LogReader, type LogPart } from './log-reader';

/** How long typing pauses before a long log is searched. */
const typingMs = 300;

interface Wish {
  view: LogView;
  /** Line to begin at, by its number. */
  startLine?: number;
  isFollowing: boolean;
}

/**
 * The part of a run's log that is looked at, with the lines of the view. A log that is held as a whole is filtered at
 * once; a longer one is read through.
 */
export function useRunLog(runId: string, { view, startLine, isFollowing }: Wish) {
  const [part, setPart] = useState<LogPart>(emptyPart);
  const [found, setFound] = useState<LogPart>(emptyPart);
  const [reader, setReader] = useState<LogReader>();
  const readers = useRef(new Set<LogReader>());

  useEffect(() => {
    const { signal, open, close } = createScope(runId, readers.current);
    setPart(emptyPart);
    setReader(open({ onChange: setPart }));
    watchEvents(
      { runId, types: ['log'] },
      { signal, onEvents: (events) => readers.current.forEach((each) => tell(each, events)) },
    );
    return close;
  }, [runId]);
  useEffect(() => void reader?.goTo(startLine), [reader, startLine]);
  useEffect(() => reader?.follow(isFollowing), [reader, isFollowing]);

  const isSearching = isFiltered(view) && (part.hasEarlier || part.hasLater);
  useEffect(() => {
    if (!isSearching) return;
    const { open, close } = createScope(runId, readers.current);
    setFound(emptyPart);
    const timer = setTimeout(() => {
      const searcher = open({ onChange: setFound, isWanted: (line) => isInView(line, view) });
      void searcher.open();
      searcher.follow(true);
    }, typingMs);
    return () => {
      clearTimeout(timer);
      close();
    };
  }, [runId, isSearching, view]);

  return { ...(isSearching ? found : part), isSearching, reader };
}

/** Readers that live as long as what asked for them. */
function createScope(runId: string, readers: Set<LogReader>) {
  const controller = new AbortController();
  const { signal } = controller;
  return {
    signal,
    open(options: { onChange: (part: LogPart) => void; isWanted?: (line: LogLine) => boolean }): LogReader {
      const read = (filter: { after: number; limit: number }) =>
        drover.runs.listLogs(runId, filter, { signal });
      const reader = new LogReader({ ...options, read });
      readers.add(reader);
      signal.addEventListener('abort', () => {
        readers.delete(reader);
        reader.close();
      });
      return reader;
    },
    close: () => controller.abort(),
  };
}

function tell(reader: LogReader, events: DroverEvent[]): void {
  for (const event of events) {
    if (event.type === 'log') reader.receive(event.lines);
    if (event.type === 'reset') void reader.refresh();
  }
}
