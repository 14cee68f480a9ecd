import type { Artifact, LogLine } from '@drover/sdk';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Line, type LineSettings } from './log-line';
import type { LogWindow } from './log-reader';
import type { FoldedLog } from './log-steps';
import classes from './run-log.module.css';
import { type LogScroll, useLogScroll } from './use-log-scroll';

interface Props extends LogScroll, LineSettings, Pick<FoldedLog, 'depths' | 'headers'> {
  styles: LogWindow['styles'];
  selectedLine?: number;
  /** The match that the user went to. */
  currentLine?: number;
  /** By number of the line that they are shown below. */
  artifacts?: ReadonlyMap<number, Artifact[]>;
  renderArtifacts: (artifacts: Artifact[]) => ReactNode;
}

/** Lines that a key moves the focus by. */
const steps: Record<string, number> = {
  ...{ ArrowUp: -1, ArrowDown: 1, PageUp: -20, PageDown: 20 },
  ...{ Home: -Infinity, End: Infinity },
};

/** Renders only the visible lines. Tab reaches the number of one line, and arrow keys those of the others. */
export function LogLines({ selectedLine, currentLine, ...log }: Props) {
  const { settings, search, onLineSelect, onStepToggle, editorPage, artifacts, renderArtifacts } = log;
  const { t } = useTranslation('run-log');
  const { scroller, virtual, onScroll } = useLogScroll(log, settings.isWrapped);
  const [focusedLine, setFocusedLine] = useState<number>();
  const [formatted, toggleFormat] = useFormattedLines();
  const items = virtual.getVirtualItems();
  const isShown = (seq?: number) => items.some(({ index }) => log.lines[index]?.seq === seq);
  const firstVisible = log.lines[virtual.range?.startIndex ?? 0]?.seq;
  const tabStop = [focusedLine, currentLine, selectedLine].find(isShown) ?? firstVisible;

  const onKeyDown = useArrowKeys(log.lines, { scroller, virtual, onFocus: setFocusedLine });

  return (
    <div
      ref={scroller}
      className={classes.scroller}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      tabIndex={0}
      role="log"
      aria-live="off"
      aria-label={t('title')}
      data-wrapped={settings.isWrapped || undefined}
    >
      <div className={classes.lines} style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const line = log.lines[index];
          if (!line) return null;
          return (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={classes.row}
              style={{ transform: `translateY(${start}px)` }}
            >
              <div
                data-level={line.level}
                data-chosen={line.seq === selectedLine || undefined}
                data-current={line.seq === currentLine || undefined}
                className={classes.line}
              >
                <Line
                  line={line}
                  style={log.styles.get(line.seq)}
                  depth={log.depths.get(line.seq) ?? 0}
                  header={log.headers.get(line.seq)}
                  isTabStop={line.seq === tabStop}
                  isFormatted={formatted.has(line.seq)}
                  onFormat={() => toggleFormat(line.seq)}
                  {...{ settings, search, onLineSelect, onStepToggle, editorPage }}
                />
              </div>
              {artifacts?.has(line.seq) && renderArtifacts(artifacts.get(line.seq) ?? [])}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The numbers of the lines with formatted JSON, and a function that toggles one. */
function useFormattedLines(): [ReadonlySet<number>, (seq: number) => void] {
  const [formatted, setFormatted] = useState<ReadonlySet<number>>(new Set());
  const toggle = (seq: number) => {
    const next = new Set(formatted);
    if (!next.delete(seq)) next.add(seq);
    setFormatted(next);
  };
  return [formatted, toggle];
}

interface Focus extends Pick<ReturnType<typeof useLogScroll>, 'scroller' | 'virtual'> {
  onFocus: (seq?: number) => void;
}

/** Returns a key handler: the arrow keys move the focus between line numbers. */
function useArrowKeys(lines: LogLine[], { scroller, virtual, onFocus }: Focus) {
  return (event: KeyboardEvent<HTMLDivElement>) => {
    const step = steps[event.key];
    const from = lines.findIndex(({ seq }) => String(seq) === (event.target as HTMLElement).dataset.line);
    if (step === undefined || from < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const index = Math.min(Math.max(from + step, 0), lines.length - 1);
    const seq = lines[index]?.seq;
    onFocus(seq);
    virtual.scrollToIndex(index);
    // The line may be rendered only after the scrolling.
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        scroller.current?.querySelector<HTMLElement>(`[data-line="${seq}"]`)?.focus({ preventScroll: true }),
      ),
    );
  };
}
