import type { LogLine } from './runs';

/**
 * Returns a function that takes the lines of one log in order, and returns the IDs of the steps around each, outermost
 * first. A line belongs to the step that started last and goes on. The start and the end of a step are not within it.
 *
 * @example
 * const stepsAround = trackSteps();
 * for await (const line of drover.logs.follow(runId)) console.log('  '.repeat(stepsAround(line).length) + line.text);
 */
export function trackSteps(): (line: Pick<LogLine, 'step'>) => readonly number[] {
  /** The IDs of the steps around each step, and its own. */
  const paths = new Map<number, readonly number[]>();
  const open: number[] = [];
  return ({ step }) => {
    if (!step) return paths.get(open.at(-1) ?? 0) ?? [];
    const { id, parentId, state } = step;
    const around = paths.get(parentId ?? 0) ?? [];
    if (state === 'started') {
      paths.set(id, [...around, id]);
      open.push(id);
    } else if (open.includes(id)) {
      open.splice(open.indexOf(id), 1);
    }
    return around;
  };
}
