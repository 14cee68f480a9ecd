import type { DroverEvent, LogLine } from '@drover/sdk';
import { useEffect, useRef, useState } from 'react';
import { drover } from '../../lib/drover';
import { subscribeToEvents } from '../../lib/event-stream';
import { isFiltered, type LogFilter, matchesFilter } from './log-filter';
import { emptyWindow, LogReader, type LogWindow } from './log-reader';

/** A long log is searched after this pause in typing. */
const typingMs = 300;

interface Options {
  filter: LogFilter;
  /** Number of the line to start at. */
  startLine?: number;
  isFollowing: boolean;
}

/**
 * Loads the visible window of a run's log. A log that fits into memory is filtered by the caller, a longer one is
 * searched page by page, and `results` are the lines that match.
 */
export function useRunLog(runId: string, { filter, startLine, isFollowing }: Options) {
  const [logWindow, setLogWindow] = useState<LogWindow>(emptyWindow);
  const [results, setResults] = useState<LogWindow>(emptyWindow);
  const [reader, setReader] = useState<LogReader>();
  const readers = useRef(new Set<LogReader>());

  useEffect(() => {
    const { signal, open, close } = createScope(runId, readers.current);
    setLogWindow(emptyWindow);
    setReader(open({ onChange: setLogWindow }));
    subscribeToEvents(
      { runId, types: ['log'] },
      { signal, onEvents: (events) => readers.current.forEach((each) => dispatchEvents(each, events)) },
    );
    return close;
  }, [runId]);
  useEffect(() => void reader?.goTo(startLine), [reader, startLine]);
  useEffect(() => reader?.follow(isFollowing), [reader, isFollowing]);

  const isSearching = isFiltered(filter) && (logWindow.hasEarlier || logWindow.hasLater);
  useEffect(() => {
    if (!isSearching) return;
    const { open, close } = createScope(runId, readers.current);
    setResults(emptyWindow);
    const timer = setTimeout(() => {
      const searcher = open({ onChange: setResults, matches: (line) => matchesFilter(line, filter) });
      void searcher.open();
      searcher.follow(true);
    }, typingMs);
    return () => {
      clearTimeout(timer);
      close();
    };
  }, [runId, isSearching, filter]);

  return { window: logWindow, results: isSearching ? results : undefined, reader };
}

/** Creates readers that are closed together with the effect that opened them. */
function createScope(runId: string, readers: Set<LogReader>) {
  const controller = new AbortController();
  const { signal } = controller;
  return {
    signal,
    open(options: {
      onChange: (logWindow: LogWindow) => void;
      matches?: (line: LogLine) => boolean;
    }): LogReader {
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

function dispatchEvents(reader: LogReader, events: DroverEvent[]): void {
  for (const event of events) {
    if (event.type === 'log') reader.receive(event.lines);
    if (event.type === 'reset') void reader.refresh();
  }
}
