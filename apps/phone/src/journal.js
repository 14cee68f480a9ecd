/*
 * What is known of each run, on the disk: a run whose start stands here is never started again. Records add up:
 * order, startingAt, ending, isSettled.
 */
function openJournal() {
  var file = openLines('journal.jsonl');
  var records = {};
  var order = [];
  var appended = 0;

  function remember(change) {
    var record = records[change.runId];
    if (!record) {
      record = records[change.runId] = { runId: change.runId };
      order.push(change.runId);
    }
    Object.keys(change).forEach(function (name) {
      record[name] = change[name];
    });
    // An ended run needs its order no more.
    if (record.ending) delete record.order;
  }

  /* Keeps the open runs, and the last that ended: the server may ask about them once more. */
  function tidy() {
    appended = 0;
    order = order.filter(function (runId, index) {
      var isKept = !records[runId].isSettled || index >= order.length - 300;
      if (!isKept) delete records[runId];
      return isKept;
    });
    file.replace(order.map(get));
  }

  function get(runId) {
    return records[runId];
  }

  file.read().forEach(remember);
  tidy();

  return {
    note: function (change) {
      file.append(change);
      remember(change);
      appended += 1;
      if (appended > 1000) tidy();
    },
    get: get,
    all: function () {
      return order.map(get);
    }
  };
}
