//> [INFO] start
//> [WARN] careful 1
//> [ERROR] bad
//> false
var logger = {
  info: function (text) {
    console.info('[INFO] ' + text);
  },
  warn: function (text, n) {
    console.warn('[WARN] %s %d', text, n);
  },
  error: function (text) {
    console.error('[ERROR] ' + text);
  },
};
console.show();
console.setSize(800, 400);
console.setPosition(0, 100);
logger.info('start');
logger.warn('careful', 1);
logger.error('bad');
log(typeof console.time !== 'function');
console.hide();
