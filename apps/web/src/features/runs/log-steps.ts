import { type LogLine, type LogStep, trackSteps } from '@drover/sdk';

/** What the line with the start of a step shows. */
export interface StepHeader {
  id: number;
  name: string;
  /** `started`: it goes on. `unfinished`: the run ended without its end. */
  state: LogStep['state'] | 'unfinished';
  durationMs: number | null;
  isOpen: boolean;
}

/** The lines that are not within closed steps. By number: how many steps are around a line, and the starts of steps. */
export interface FoldedLog {
  lines: LogLine[];
  depths: ReadonlyMap<number, number>;
  headers: ReadonlyMap<number, StepHeader>;
  /** The IDs of all steps. */
  stepIds: readonly number[];
  /** Whether a step is closed. */
  hasClosed: boolean;
}

interface Folding {
  hasRunEnded: boolean;
  /** Steps that the user has opened or closed. */
  toggled: ReadonlyMap<number, boolean>;
  /** Number of a line whose steps are open. */
  shownLine?: number;
}

const nothing = new Map<number, never>();

/** Whether a line is the end of a step, which the line of its start shows. */
export function isStepEnd({ step }: LogLine): boolean {
  return step !== undefined && step.state !== 'started';
}

/** Leaves the lines as they are. */
export function showAll(lines: LogLine[]): FoldedLog {
  return { lines, depths: nothing, headers: nothing, stepIds: [], hasClosed: false };
}

/** Hides the lines of closed steps, and the ends of steps, which the lines of their starts show. */
export function foldSteps(lines: LogLine[], { hasRunEnded, toggled, shownLine }: Folding): FoldedLog {
  if (!lines.some(({ step }) => step)) return showAll(lines);
  const { paths, ends, starts } = readSteps(lines);
  const shownSteps = shownLine === undefined ? undefined : paths.get(shownLine);
  const isOpen = (id: number) =>
    toggled.get(id) ?? (shownSteps?.includes(id) || ends.get(id)?.state !== 'succeeded');
  const shown: LogLine[] = [];
  const depths = new Map<number, number>();
  const headers = new Map<number, StepHeader>();
  for (const line of lines) {
    const { seq, step } = line;
    const path = paths.get(seq) ?? [];
    const hasHeader = step !== undefined && starts.has(step.id);
    if ((hasHeader && isStepEnd(line)) || !path.every(isOpen)) continue;
    shown.push(line);
    depths.set(seq, path.length);
    if (step?.state === 'started') {
      const { state = hasRunEnded ? 'unfinished' : 'started', durationMs = null } = ends.get(step.id) ?? {};
      headers.set(seq, { id: step.id, name: line.text, state, durationMs, isOpen: isOpen(step.id) });
    }
  }
  const stepIds = [...starts];
  return { lines: shown, depths, headers, stepIds, hasClosed: !stepIds.every(isOpen) };
}

/** Reads the steps around each line, and the starts and ends of steps. */
function readSteps(lines: LogLine[]) {
  const stepsAround = trackSteps();
  const paths = new Map<number, readonly number[]>();
  const starts = new Set<number>();
  const ends = new Map<number, LogStep>();
  for (const line of lines) {
    paths.set(line.seq, stepsAround(line));
    if (line.step?.state === 'started') starts.add(line.step.id);
    else if (line.step) ends.set(line.step.id, line.step);
  }
  return { paths, starts, ends };
}
