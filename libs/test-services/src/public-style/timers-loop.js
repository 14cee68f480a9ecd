//> tick 1
//> tick 2
//> tick 3
//> stopped
var n = 0;
var timer = setInterval(function () {
  n++;
  log('tick ' + n);
  if (n === 3) {
    clearInterval(timer);
    setTimeout(function () {
      log('stopped');
      exit();
    }, 10);
  }
}, 10);
