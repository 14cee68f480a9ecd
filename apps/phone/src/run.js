/*
 * A run that the phone holds. device: { journal, outbox, channel, fetchCode(order) → code }. ended(run, outcome) is
 * called once, whether its script could be started or not.
 */
function createRun(order, device, ended) {
  var log = createRunLog(order.runId, device.outbox);
  var script = null;
  // Why the agent or the script itself ends it.
  var cause = null;
  var run = { order: order, log: log, startedAt: undefined };

  function hear(said) {
    if (said.type === 'log') return log.add(said.level, said.text, said.at);
    if (said.type === 'exit') cause = cause || { state: 'succeeded' };
    if (said.type !== 'posted') return;
    log.flush();
    device.outbox.append(
      postedFrame(order.runId, said, function (why) {
        log.add('warn', why);
      })
    );
  }

  function outcomeOf(exception) {
    if (exception === undefined) return { state: 'succeeded' };
    if (/ScriptInterruptedException/.test(exception)) {
      return { state: 'stopped', reason: 'stopped on the phone' };
    }
    log.add('error', exception);
    return { state: 'failed', reason: exception };
  }

  run.start = function () {
    try {
      if (order.code === undefined) order.code = device.fetchCode(order);
    } catch (error) {
      return ended(run, { state: 'rejected', reason: 'the code could not be fetched: ' + error });
    }
    run.startedAt = Date.now();
    // From here on it is never started again, whatever happens.
    device.journal.note({ runId: order.runId, startingAt: run.startedAt });
    try {
      script = startScript(order, device.channel, {
        said: hear,
        ended: function (exception) {
          ended(run, cause || outcomeOf(exception));
        }
      });
    } catch (error) {
      return ended(run, { state: 'rejected', reason: 'could not be started: ' + error });
    }
    device.outbox.append({ type: 'started', runId: order.runId, at: run.startedAt });
  };

  run.hasStarted = function () {
    return script !== null;
  };

  /* Ends the script; the first cause given is the one that is told. */
  run.end = function (why) {
    cause = cause || why;
    script.stop();
  };

  /* Looks after the script: to be called again and again. */
  run.look = function () {
    if (!script) return;
    var limitMs = order.timeoutMs;
    if (limitMs && Date.now() - run.startedAt > limitMs) {
      run.end({ state: 'timed_out', reason: 'ran longer than ' + limitMs / 1000 + ' s' });
    }
    script.look();
  };

  return run;
}
