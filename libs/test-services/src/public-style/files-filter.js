//> one.js,two.js
//> true
var dir = files.getSdcardPath() + '/scripts/';
files.createWithDirs(dir);
['one.js', 'two.js', 'three.txt'].forEach(function (name) {
  files.write(dir + name, '');
});
var names = files.listDir(dir, function (name) {
  return name.endsWith('.js') && files.isFile(files.join(dir, name));
});
log(names.sort().join());
log(files.isEmptyDir(dir) === false);
