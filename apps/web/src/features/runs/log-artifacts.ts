import type { Artifact, LogLine } from '@drover/sdk';

/** The loaded part of a log. */
interface LoadedPart {
  /** Whether the log has lines after those that are loaded. */
  hasLater: boolean;
}

/**
 * Groups artifacts by the number of the line that they are shown below: the last line written before the artifact was
 * saved. Artifacts from before the first line are shown below it. Artifacts of lines that are not loaded are left out.
 */
export function placeArtifacts(
  lines: readonly LogLine[],
  artifacts: readonly Artifact[],
  { hasLater }: LoadedPart,
): ReadonlyMap<number, Artifact[]> {
  const placed = new Map<number, Artifact[]>();
  const [first] = lines;
  if (!first) return placed;
  for (const artifact of artifacts.toSorted((a, b) => (a.savedAt < b.savedAt ? -1 : 1))) {
    const index = countLinesUntil(lines, artifact.savedAt) - 1;
    const isBefore = index < 0 && first.seq > 1;
    const isBehind = index === lines.length - 1 && hasLater;
    if (isBefore || isBehind) continue;
    const { seq } = lines[Math.max(index, 0)];
    placed.set(seq, [...(placed.get(seq) ?? []), artifact]);
  }
  return placed;
}

/** Returns the number of lines written up to a time. Binary search, because lines are sorted by time. */
function countLinesUntil(lines: readonly LogLine[], at: string): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (lines[middle].at <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
