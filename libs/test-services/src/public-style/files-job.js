//> true true false
//> a.txt,b.json
//> b b.json json
//> true true 1
//> true false
files.createWithDirs('./job/a.txt');
files.write('./job/b.json', '{"x":1}');
log(files.exists('./job/a.txt'), files.isDir('./job'), files.isFile('./job'));
log(files.listDir('./job').sort().join());
log(
  files.getNameWithoutExtension('./job/b.json'),
  files.getName('./job/b.json'),
  files.getExtension('./job/b.json')
);
log(
  files.copy('./job/b.json', './job/c.json'),
  files.rename('./job/a.txt', 'd.txt'),
  JSON.parse(files.read('./job/c.json')).x
);
log(files.removeDir('./job'), files.exists('./job'));
