//> added 1
//> added 2
//> 1 listener
var bus = events.emitter();
bus.on('add', function (n) {
  log('added ' + n);
});
bus.once('add', function () {});
bus.emit('add', 1);
bus.emit('add', 2);
log(bus.listenerCount('add') + ' listener');
