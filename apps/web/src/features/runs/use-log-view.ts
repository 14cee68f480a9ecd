import type { Run } from '@drover/sdk';
import { hasEnded } from '@drover/sdk';
import { useMemo, useState } from 'react';
import { findNext } from './log-find';
import { emptyFilter, filterLines, isFiltered, type LogFilter } from './log-filter';
import { foldSteps, isStepEnd, showAll } from './log-steps';
import { useRunLog } from './use-run-log';

/** A line to scroll to. Each is a new object, so that the same line can be asked for again. */
export interface LogTarget {
  line: number;
}

/** Holds what the user sees of a log: the filter, the matches of the search, and where to scroll. */
export function useLogView(run: Run, startLine?: number) {
  const isEnded = hasEnded(run.state);
  const [filter, setFilter] = useState<LogFilter>(emptyFilter);
  const [hasContext, setContext] = useState(true);
  const [isFollowing, setFollowing] = useState(!isEnded && startLine === undefined);
  const [current, setCurrent] = useState<number>();
  const [target, setTarget] = useState<LogTarget>();
  // Lines without a match stay visible, unless the user wants matches only.
  const shown = useMemo(() => (hasContext ? { ...filter, search: '' } : filter), [filter, hasContext]);
  const sought = isFiltered(shown) ? shown : filter;
  const log = useRunLog(run._id, { filter: sought, startLine, isFollowing });
  const source = log.results && isFiltered(shown) ? log.results : log.window;
  const found = log.results ?? log.window;
  // The arrays grow in place, so `version` stands for their content here.
  const lines = useMemo(() => filterLines(source.lines, shown), [source.lines, source.version, shown]);
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map());
  const shownLine = target?.line ?? startLine;
  const folded = useMemo(
    () =>
      isFiltered(shown) ? showAll(lines) : foldSteps(lines, { hasRunEnded: isEnded, toggled, shownLine }),
    [lines, source.version, shown, isEnded, toggled, shownLine],
  );
  const matches = useMemo(
    () =>
      filter.search === ''
        ? []
        : filterLines(found.lines, filter).filter((line) => isFiltered(shown) || !isStepEnd(line)),
    [found.lines, found.version, filter, shown],
  );

  const toggleStep = (id: number, isOpen: boolean) => {
    // The user looks at the step, and not at the end.
    setFollowing(false);
    setToggled(new Map(toggled).set(id, isOpen));
  };
  const toggleAllSteps = () => {
    setFollowing(false);
    setToggled(new Map(folded.stepIds.map((id) => [id, folded.hasClosed])));
  };
  const scrollTo = (line: number) => {
    // Steps that the user has closed may contain the line.
    setToggled(new Map([...toggled].filter(([, isOpen]) => isOpen)));
    setTarget({ line });
  };
  const goTo = (line: number) => {
    setFollowing(false);
    scrollTo(line);
    if (source === log.window) void log.reader?.goTo(line);
  };
  const step = (direction: 1 | -1) => {
    const next = findNext(matches, current, direction);
    if (!next) return;
    setCurrent(next.seq);
    goTo(next.seq);
  };
  const changeFilter = (change: Partial<LogFilter>) => {
    if (change.search !== undefined) setCurrent(undefined);
    setFilter({ ...filter, ...change });
  };
  /** Returns whether there is an error to go to. */
  const goToFirstError = async () => {
    const line = await log.reader?.findFirst(({ level }) => level === 'error');
    if (line !== undefined) goTo(line);
    return line !== undefined;
  };
  return {
    ...{ isEnded, filter, changeFilter, hasContext, setContext, isFollowing, setFollowing },
    ...{ ...folded, toggleStep, toggleAllSteps, matches, current, target, scrollTo, step, goToFirstError },
    ...{ version: source.version, styles: source.styles, hasLater: source.hasLater },
    ...{ last: log.window.last, reader: log.reader },
    ...{ isLoading: source.isLoading, error: source.error },
    /** Whether the search still reads a log that is too long for memory. */
    isSearching: Boolean(log.results?.isLoading),
    isComplete: !isFiltered(shown),
  };
}
