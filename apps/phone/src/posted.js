/* Makes the frame of a call of postMessage. What cannot be sent is left out, and the run's log says so. */
function postedFrame(runId, said, warn) {
  var room = 1024 * 1024 - 4096;
  var frame = { type: 'posted', runId: runId, at: said.at };
  frame.text = cutBytes(storableText(said.text), 64 * 1024, ' …');
  if (said.isTelemetry) frame.isTelemetry = true;
  if (said.title !== undefined) frame.title = cutBytes(storableText(said.title), 64 * 1024, ' …');
  room -= utf8Length(JSON.stringify(frame));
  frame.attachments = [];
  said.attachments.forEach(function (given, index) {
    var json = JSON.stringify(given);
    var why;
    if (!given || ['text', 'json', 'image'].indexOf(given.type) < 0)
      why = 'its type must be text, json or image';
    else if (frame.attachments.length === 20) why = 'a message carries at most 20';
    else if (utf8Length(json) >= room) why = 'it is too large';
    if (why) return warn('postMessage: attachment ' + (index + 1) + ' was left out: ' + why);
    room -= utf8Length(json) + 1;
    // As JSON no text has a raw NUL; halves of surrogate pairs are mended in it.
    frame.attachments.push(JSON.parse(storableText(json).replace(/\\u0000/g, '\uFFFD')));
  });
  return frame;
}
