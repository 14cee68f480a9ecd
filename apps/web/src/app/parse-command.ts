/** What the text of the command palette asks for. */
export interface Command {
  /** Whether only scripts to run are wanted. */
  isRun: boolean;
  /** What to search for: any name or ID, or the name of a script. */
  text: string;
  /** The name of the device in “run … on …”. */
  deviceText?: string;
}

const maxChars = 100;
const runWords = ['run ', '运行 '];
const onWords = [' on ', ' 于 '];

/** Reads “run <script> on <device>”, or else a text to search for. */
export function parseCommand(query: string): Command {
  const typed = query.trimStart().slice(0, maxChars);
  const word = runWords.find((each) => typed.toLowerCase().startsWith(each));
  if (word === undefined) return { isRun: false, text: typed.trim() };
  const rest = typed.slice(word.length);
  for (const on of onWords) {
    const at = ` ${rest}`.toLowerCase().lastIndexOf(on);
    if (at < 0) continue;
    const deviceText = rest.slice(at + on.length - 1).trim();
    return { isRun: true, text: rest.slice(0, Math.max(at - 1, 0)).trim(), deviceText };
  }
  return { isRun: true, text: rest.trim() };
}
