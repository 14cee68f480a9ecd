//> 2
//> first
//> second
var path = files.join(files.cwd(), 'logs', 'run.log');
files.ensureDir(path);
function write(line) {
  files.append(path, line + '\n');
}
write('first');
write('second');
var file = open(path, 'r');
var lines = file.readlines();
file.close();
log(lines.length);
lines.forEach(function (line) {
  log(line);
});
