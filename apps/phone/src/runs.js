/*
 * All runs of the phone: takes them, lets them wait for a place, starts each once, tells how they ended.
 * device: { journal, outbox, channel, fetchCode(order) → code }.
 */
function createRuns(device) {
  var journal = device.journal;
  var outbox = device.outbox;
  var endings = createEndings(journal, outbox);
  // Runs that have not ended, by id in the order of their arrival.
  var open = {};
  var maxRunning = 16;

  function each(act) {
    Object.keys(open).forEach(function (runId) {
      if (open[runId]) act(open[runId]);
    });
  }

  function hold(order) {
    open[order.runId] = createRun(order, device, finish);
  }

  function take(order) {
    if (open[order.runId] || journal.get(order.runId)) return answerAgain(order.runId);
    if (Object.keys(open).length >= 1000) return; // The server says it again.
    journal.note({ runId: order.runId, order: order });
    hold(order);
    outbox.append({ type: 'accepted', runId: order.runId });
    startWhatMay();
  }

  /* Two runs of one script do not run side by side; runs of different scripts do. */
  function startWhatMay() {
    var busy = {};
    var running = 0;
    each(function (run) {
      if (!run.hasStarted()) return;
      running += 1;
      busy[run.order.scriptId] = true;
    });
    each(function (run) {
      var scriptId = run.order.scriptId;
      var isItsTurn = !run.hasStarted() && running < maxRunning && !(scriptId && busy[scriptId]);
      busy[scriptId] = true;
      if (!isItsTurn) return;
      running += 1;
      run.start();
    });
  }

  function stop(frame) {
    var run = open[frame.runId];
    if (run && run.hasStarted()) return run.end({ state: 'stopped', reason: frame.reason });
    if (run) return finish(run, { state: 'canceled', reason: frame.reason });
    if (journal.get(frame.runId)) return answerAgain(frame.runId);
    endings.tell(frame.runId, { state: 'canceled', reason: frame.reason });
  }

  function finish(run, outcome) {
    run.log.flush();
    delete open[run.order.runId];
    endings.tell(run.order.runId, outcome, run.startedAt);
    startWhatMay();
  }

  /* The server asks about a run that is known here. What is on its way needs not be said again. */
  function answerAgain(runId) {
    if (outbox.holds(runId)) return;
    var ending = journal.get(runId).ending;
    var run = open[runId];
    if (ending) endings.tellAgain(ending);
    else if (run && run.hasStarted()) outbox.append({ type: 'started', runId: runId, at: run.startedAt });
    else outbox.append({ type: 'accepted', runId: runId });
  }

  outbox.onSettled = function (runId) {
    journal.note({ runId: runId, isSettled: true });
  };

  return {
    take: take,
    stop: stop,
    look: function () {
      each(function (run) {
        run.look();
      });
    },
    recover: function () {
      endings.recover();
      journal.all().forEach(function (record) {
        if (!record.ending && record.order) hold(record.order);
      });
      startWhatMay();
    },
    stopAll: function (reason) {
      each(function (run) {
        stop({ runId: run.order.runId, reason: reason });
      });
    },
    isIdle: function () {
      return Object.keys(open).length === 0;
    },
    /* For hello: runs that wait or go on, and those that still have something to tell. */
    ids: function () {
      var ids = Object.keys(open).concat(outbox.runIds());
      return ids
        .filter(function (runId, index) {
          return ids.indexOf(runId) === index;
        })
        .slice(0, 1000);
    }
  };
}
