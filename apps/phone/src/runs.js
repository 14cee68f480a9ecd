/*
 * All runs of the phone: takes them, lets them wait for a place, starts each once, tells how they ended.
 * device: { journal, outbox, channel, fetchCode(order) → code }.
 */
function createRuns(device) {
  var journal = device.journal;
  var outbox = device.outbox;
  // Runs that have not ended, by id in the order of their arrival.
  var open = {};
  var maxRunning = 16;

  function each(act) {
    Object.keys(open).forEach(function (runId) {
      if (open[runId]) act(open[runId]);
    });
  }

  function hold(order) {
    open[order.runId] = { order: order, log: createRunLog(order.runId, outbox), script: null };
    return open[order.runId];
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
      if (!run.script) return;
      running += 1;
      busy[run.order.scriptId] = true;
    });
    each(function (run) {
      var scriptId = run.order.scriptId;
      var isItsTurn = !run.script && running < maxRunning && !(scriptId && busy[scriptId]);
      busy[scriptId] = true;
      if (!isItsTurn) return;
      running += 1;
      start(run);
    });
  }

  function start(run) {
    var order = run.order;
    try {
      if (order.code === undefined) order.code = device.fetchCode(order);
    } catch (error) {
      return finish(run, { state: 'rejected', reason: 'the code could not be fetched: ' + error });
    }
    run.startedAt = Date.now();
    // From here on it is never started again, whatever happens.
    journal.note({ runId: order.runId, startingAt: run.startedAt });
    try {
      run.script = startScript(order, device.channel, {
        said: function (said) {
          hear(run, said);
        },
        ended: function (exception) {
          finish(run, run.cause || outcomeOf(run, exception));
        }
      });
    } catch (error) {
      return finish(run, { state: 'rejected', reason: 'could not be started: ' + error });
    }
    outbox.append({ type: 'started', runId: order.runId, at: run.startedAt });
  }

  function outcomeOf(run, exception) {
    if (exception === undefined) return { state: 'succeeded' };
    if (/ScriptInterruptedException/.test(exception)) {
      return { state: 'stopped', reason: 'stopped on the phone' };
    }
    run.log.add('error', exception);
    return { state: 'failed', reason: exception };
  }

  function hear(run, said) {
    if (said.type === 'log') return run.log.add(said.level, said.text, said.at);
    if (said.type === 'exit') run.cause = run.cause || { state: 'succeeded' };
    if (said.type !== 'posted') return;
    run.log.flush();
    outbox.append(
      postedFrame(run.order.runId, said, function (why) {
        run.log.add('warn', why);
      })
    );
  }

  /* Looks after what runs. */
  function look() {
    each(function (run) {
      if (!run.script) return;
      var limitMs = run.order.timeoutMs;
      if (limitMs && Date.now() - run.startedAt > limitMs) {
        end(run, { state: 'timed_out', reason: 'ran longer than ' + limitMs / 1000 + ' s' });
      }
      run.script.look();
    });
  }

  function end(run, cause) {
    run.cause = run.cause || cause;
    run.script.stop();
  }

  function stop(frame) {
    var run = open[frame.runId];
    if (run && run.script) return end(run, { state: 'stopped', reason: frame.reason });
    if (run) return finish(run, { state: 'canceled', reason: frame.reason });
    if (journal.get(frame.runId)) return answerAgain(frame.runId);
    tellEnding(frame.runId, { state: 'canceled', reason: frame.reason });
  }

  function finish(run, outcome) {
    run.log.flush();
    delete open[run.order.runId];
    tellEnding(run.order.runId, outcome, run.startedAt);
    startWhatMay();
  }

  function tellEnding(runId, outcome, startedAt) {
    var ending = { type: 'finished', runId: runId, at: Date.now(), state: outcome.state };
    if (startedAt) ending.startedAt = startedAt;
    if (outcome.reason) ending.reason = cutBytes(storableText(outcome.reason), 4000, ' …');
    journal.note({ runId: runId, ending: ending });
    outbox.append(JSON.parse(JSON.stringify(ending)));
  }

  /* The server asks about a run that is known here. What is on its way needs not be said again. */
  function answerAgain(runId) {
    if (outbox.holds(runId)) return;
    var record = journal.get(runId);
    var run = open[runId];
    if (record.ending) outbox.append(JSON.parse(JSON.stringify(record.ending)));
    else if (run && run.script) outbox.append({ type: 'started', runId: runId, at: run.startedAt });
    else outbox.append({ type: 'accepted', runId: runId });
  }

  /* Goes on where the last agent ended, however it ended: scripts do not outlive the app, and nobody follows them. */
  function recover() {
    journal.all().forEach(function (record) {
      if (record.ending) {
        if (!record.isSettled && !outbox.holds(record.runId)) answerAgain(record.runId);
      } else if (record.startingAt) {
        tellEnding(
          record.runId,
          { state: 'lost', reason: 'the agent ended while the run went on' },
          record.startingAt
        );
      } else if (record.order) {
        hold(record.order);
      }
    });
    startWhatMay();
  }

  outbox.onSettled = function (runId) {
    journal.note({ runId: runId, isSettled: true });
  };

  return {
    take: take,
    stop: stop,
    look: look,
    recover: recover,
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
