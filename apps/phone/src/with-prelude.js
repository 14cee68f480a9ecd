/*
 * Puts a prelude of one line before a script. "ui"; or "auto"; has to stay the script's first token, and every line
 * its number: so the prelude comes after them, on their line.
 */
function withPrelude(code, prelude) {
  var comments = '(?:\\s|//[^\\n]*\\n|/\\*[\\s\\S]*?\\*/)*';
  var directive =
    '(?:"(?:ui|auto|use)\\b[^"\\n]*"|\'(?:ui|auto|use)\\b[^\'\\n]*\')[ \\t]*(?:;|(?=\\r?\\n|$))';
  var text = code.replace(/^\uFEFF/, '').replace(/^#!/, '//');
  var start = new RegExp('^(?:' + comments + directive + ')*').exec(text)[0].length;
  return text.slice(0, start) + ';' + prelude + text.slice(start);
}
