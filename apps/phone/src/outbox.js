/*
 * Frames that the server has not acknowledged. They are on the disk before they are sent, are numbered for good, and
 * are sent again on each new link.
 */
function openOutbox() {
  var file = openLines('outbox.jsonl');
  var frames = [];
  var next = 1;
  var sent = 0;
  var dropped = 0;

  file.read().forEach(function (record) {
    if (record.next) next = Math.max(next, record.next);
    else {
      frames.push(record);
      next = Math.max(next, record.n + 1);
    }
  });

  var outbox = {
    onAppend: function () {},
    onSettled: function () {},

    append: function (frame) {
      frame.n = next;
      next += 1;
      try {
        file.append(frame);
      } catch (diskFull) {
        console.error('drover: the phone has no room: ' + diskFull);
      }
      frames.push(frame);
      outbox.onAppend();
    },

    /* The next frame to send; 64 may be on their way. */
    take: function () {
      if (sent >= 64 || sent >= frames.length) return undefined;
      sent += 1;
      return frames[sent - 1];
    },

    rewind: function () {
      sent = 0;
    },

    acknowledge: function (n) {
      while (frames.length > 0 && frames[0].n <= n) {
        var frame = frames.shift();
        sent = Math.max(0, sent - 1);
        dropped += 1;
        if (frame.type === 'finished') outbox.onSettled(frame.runId);
      }
      if (dropped < 500 && (frames.length > 0 || dropped === 0)) return;
      dropped = 0;
      file.replace([{ next: next }].concat(frames));
    },

    holds: function (runId) {
      return frames.some(function (frame) {
        return frame.runId === runId;
      });
    },

    runIds: function () {
      return frames
        .map(function (frame) {
          return frame.runId;
        })
        .filter(Boolean);
    }
  };
  return outbox;
}
