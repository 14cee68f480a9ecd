/* Texts as the server takes them. */

/* No database keeps NUL, and half of a surrogate pair is no text. */
function storableText(text) {
  return String(text).replace(/[\uD800-\uDBFF][\uDC00-\uDFFF]|[\uD800-\uDFFF\u0000]/g, function (found) {
    return found.length === 2 ? found : '\uFFFD';
  });
}

function utf8Length(text) {
  var bytes = text.length;
  for (var i = 0; i < text.length; i += 1) {
    var unit = text.charCodeAt(i);
    if (unit > 0x7f) bytes += 1;
    // Half of a pair counts 2: a pair has 4 bytes.
    if (unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff)) bytes += 1;
  }
  return bytes;
}

/* The beginning of a text, in at most so many bytes, and a marker where something is missing. */
function cutBytes(text, limit, marker) {
  if (text.length * 3 <= limit || utf8Length(text) <= limit) return text;
  var end = Math.min(text.length, limit);
  while (utf8Length(text.slice(0, end)) + utf8Length(marker) > limit) end = Math.floor(end * 0.9);
  return storableText(text.slice(0, end)).replace(/\uFFFD$/, '') + marker;
}
