import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

export type TextMapper = (text: string) => string;

/** Creates a function that replaces positions in the code of a project by those in its source files, as the service does. */
export function createTextMapper(scriptName: string, sourceMap: string): TextMapper {
  const map = new TraceMap(sourceMap);
  const escaped = scriptName.replace(/\.js$/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const position = new RegExp(`(?<![\\w./\\\\-])${escaped}\\.js:(\\d{1,9}):(\\d{1,9})`, 'g');
  return (text) =>
    text.replace(position, (found, line, column) => {
      const original = originalPositionFor(map, { line: Number(line), column: Number(column) - 1 });
      if (original.source === null) return found;
      return `${original.source}:${original.line}:${original.column + 1}`;
    });
}
