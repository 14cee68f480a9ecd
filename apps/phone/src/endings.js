/* How runs ended: written down, then told. */
function createEndings(journal, outbox) {
  function tell(runId, outcome, startedAt) {
    var ending = { type: 'finished', runId: runId, at: Date.now(), state: outcome.state };
    if (startedAt) ending.startedAt = startedAt;
    if (outcome.reason) ending.reason = cutBytes(storableText(outcome.reason), 4000, ' …');
    journal.note({ runId: runId, ending: ending });
    tellAgain(ending);
  }

  /* The outbox numbers what it is given: the journal keeps its own. */
  function tellAgain(ending) {
    outbox.append(JSON.parse(JSON.stringify(ending)));
  }

  return {
    tell: tell,
    tellAgain: tellAgain,
    /* Goes on where the last agent ended, however it ended: scripts do not outlive the app, and nobody follows them. */
    recover: function () {
      var lost = { state: 'lost', reason: 'the agent ended while the run went on' };
      journal.all().forEach(function (record) {
        if (!record.ending && record.startingAt) tell(record.runId, lost, record.startingAt);
        else if (record.ending && !record.isSettled && !outbox.holds(record.runId)) tellAgain(record.ending);
      });
    }
  };
}
