/* The log of one run: bounds it, numbers its lines, and bundles them for a moment. */
function createRunLog(runId, outbox) {
  var lines = [];
  var seq = 0;
  var bytes = 0;
  var bundleBytes = 0;
  var isCut = false;
  var timer = null;

  function flush() {
    if (timer) clearTimeout(timer);
    timer = null;
    if (lines.length === 0) return;
    outbox.append({ type: 'log', runId: runId, lines: lines });
    lines = [];
    bundleBytes = 0;
  }

  function add(level, text, at) {
    if (isCut) return;
    var kept = cutBytes(storableText(text), 32 * 1024, ' … (line cut at 32 kB)');
    var size = utf8Length(kept) + 1;
    bytes += size;
    if (bytes > 10 * 1024 * 1024 - 100) {
      isCut = true;
      level = 'warn';
      kept = '… log cut at 10 MB: what the script wrote after this was not kept';
    }
    if (lines.length >= 1000 || bundleBytes + size > 128 * 1024) flush();
    seq += 1;
    bundleBytes += size;
    lines.push({ seq: seq, at: at || Date.now(), level: level, text: kept });
    if (!timer) timer = setTimeout(flush, 100);
  }

  return { add: add, flush: flush };
}
