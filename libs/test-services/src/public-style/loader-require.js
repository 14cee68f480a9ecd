//> 5
files.write('./lib.js', 'module.exports = { add: function (a, b) { return a + b; } };');
var lib = require('./lib.js');
log(lib.add(2, 3));
