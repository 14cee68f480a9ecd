/**
 * Inserts one line of code before a phone's script. "ui"; and "auto"; must remain the first token of the script, so the
 * prelude follows them on their line. No line of the script changes its number.
 */
export function insertPrelude(code: string, prelude: string): string {
  const comments = '(?:\\s|//[^\\n]*\\n|/\\*[\\s\\S]*?\\*/)*';
  const directive =
    '(?:"(?:ui|auto|use)\\b[^"\\n]*"|\'(?:ui|auto|use)\\b[^\'\\n]*\')[ \\t]*(?:;|(?=\\r?\\n|$))';
  const text = code.replace(/^\uFEFF/, '').replace(/^#!/, '//');
  const match = new RegExp(`^(?:${comments}${directive})*`).exec(text);
  const start = match ? match[0].length : 0;
  return `${text.slice(0, start)};${prelude}${text.slice(start)}`;
}
