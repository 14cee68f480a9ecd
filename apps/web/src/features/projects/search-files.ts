/** A line that contains the text that is searched for. */
export interface FoundLine {
  path: string;
  line: number;
  text: string;
}

/** More than anybody reads. */
const maxLines = 200;

/** Finds a text in the lines of all files, without regard to case. */
export function searchFiles(
  files: readonly { path: string; text: string }[],
  text: string,
): { lines: FoundLine[]; isCut: boolean } {
  const wanted = text.trim().toLowerCase();
  const lines: FoundLine[] = [];
  if (wanted === '') return { lines, isCut: false };
  for (const file of files) {
    for (const [index, line] of file.text.split('\n').entries()) {
      if (!line.toLowerCase().includes(wanted)) continue;
      if (lines.length === maxLines) return { lines, isCut: true };
      lines.push({ path: file.path, line: index + 1, text: line.trim() });
    }
  }
  return { lines, isCut: false };
}
