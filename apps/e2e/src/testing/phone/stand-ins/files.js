// Modules files and storages.
function pathOf(path) {
  return java.nio.file.Paths.get(String(path));
}
var options = java.nio.file.StandardOpenOption;
var files = {
  createWithDirs: function (path) {
    java.nio.file.Files.createDirectories(pathOf(path).getParent());
    files.append(path, '');
  },
  read: function (path) {
    return new java.lang.String(java.nio.file.Files.readAllBytes(pathOf(path)), 'UTF-8');
  },
  write: function (path, text) {
    java.nio.file.Files.write(pathOf(path), new java.lang.String(text).getBytes('UTF-8'));
  },
  append: function (path, text) {
    var bytes = new java.lang.String(text).getBytes('UTF-8');
    java.nio.file.Files.write(pathOf(path), bytes, [options.CREATE, options.APPEND]);
  },
};
var storages = {
  create: function (name) {
    var path = folder + '/' + name + '.json';
    files.createWithDirs(path);
    var values = JSON.parse(String(files.read(path)) || '{}');
    function change(key, value) {
      values[key] = value;
      files.write(path, JSON.stringify(values));
    }
    return {
      get: function (key) {
        return values[key];
      },
      put: change,
      remove: function (key) {
        change(key, undefined);
      },
    };
  },
};
