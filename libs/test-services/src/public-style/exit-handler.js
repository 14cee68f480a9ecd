//> working
//> cleaning up
events.on('exit', function () {
  log('cleaning up');
});
log('working');
exit();
log('never');
