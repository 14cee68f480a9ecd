// Modules files and storages, and the global open.
var byteFiles = java.nio.file.Files;
var options = java.nio.file.StandardOpenOption;
var scriptFolder = folder + '/scripts';
function pathOf(path) {
  var text = String(path).replace(/^\/sdcard(?=\/|$)/, folder + '/sdcard');
  return java.nio.file.Paths.get(text.charAt(0) === '/' ? text : scriptFolder + '/' + text).normalize();
}
function fileOf(path) {
  return new java.io.File(String(pathOf(path)));
}
function bytesOf(text, encoding) {
  return new java.lang.String(text).getBytes(encoding || 'UTF-8');
}
function textOf(bytes, encoding) {
  return String(new java.lang.String(bytes, encoding || 'UTF-8'));
}
function succeeds(act) {
  try {
    act();
    return true;
  } catch (error) {
    return false;
  }
}
function copyFile(from, to) {
  files.ensureDir(to);
  byteFiles.copy(pathOf(from), pathOf(to), [java.nio.file.StandardCopyOption.REPLACE_EXISTING]);
}
function removeAll(file) {
  var children = file.listFiles() || [];
  for (var i = 0; i < children.length; i++) removeAll(children[i]);
  return file['delete']();
}
var files = {
  path: function (path) {
    return String(pathOf(path));
  },
  cwd: function () {
    return scriptFolder;
  },
  getSdcardPath: function () {
    return '/sdcard';
  },
  join: function (first) {
    return String(java.nio.file.Paths.get(first, Array.prototype.slice.call(arguments, 1)));
  },
  exists: function (path) {
    return fileOf(path).exists();
  },
  isFile: function (path) {
    return fileOf(path).isFile();
  },
  isDir: function (path) {
    return fileOf(path).isDirectory();
  },
  isEmptyDir: function (path) {
    return fileOf(path).isDirectory() && fileOf(path).list().length === 0;
  },
  ensureDir: function (path) {
    return fileOf(/\/$/.test(path) ? path : path + '/..').mkdirs();
  },
  create: function (path) {
    return /\/$/.test(path) ? fileOf(path).mkdir() : fileOf(path).createNewFile();
  },
  createWithDirs: function (path) {
    files.ensureDir(path);
    return /\/$/.test(path) || fileOf(path).createNewFile();
  },
  read: function (path, encoding) {
    return textOf(files.readBytes(path), encoding);
  },
  readBytes: function (path) {
    return byteFiles.readAllBytes(pathOf(path));
  },
  write: function (path, text, encoding) {
    files.writeBytes(path, bytesOf(text, encoding));
  },
  writeBytes: function (path, bytes) {
    files.ensureDir(path);
    byteFiles.write(pathOf(path), bytes);
  },
  append: function (path, text, encoding) {
    files.appendBytes(path, bytesOf(text, encoding));
  },
  appendBytes: function (path, bytes) {
    files.ensureDir(path);
    byteFiles.write(pathOf(path), bytes, [options.CREATE, options.APPEND]);
  },
  copy: function (from, to) {
    return succeeds(function () {
      copyFile(from, to);
    });
  },
  move: function (from, to) {
    return files.copy(from, to) && files.remove(from);
  },
  rename: function (path, name) {
    return fileOf(path).renameTo(new java.io.File(fileOf(path).getParentFile(), name));
  },
  getName: function (path) {
    return String(fileOf(path).getName());
  },
  getExtension: function (path) {
    var name = files.getName(path);
    return name.indexOf('.') === -1 ? '' : name.slice(name.lastIndexOf('.') + 1);
  },
  getNameWithoutExtension: function (path) {
    return files.getName(path).replace(/\.[^.]*$/, '');
  },
  remove: function (path) {
    return fileOf(path)['delete']();
  },
  removeDir: function (path) {
    return removeAll(fileOf(path));
  },
  listDir: function (path, isWanted) {
    var names = Array.prototype.map.call(fileOf(path).list() || [], String);
    return isWanted ? names.filter(isWanted) : names;
  },
};
files.open = function (path, mode) {
  if (mode && mode !== 'r') return openForWriting(path, mode);
  var reader = byteFiles.newBufferedReader(pathOf(path));
  function readline() {
    var line = reader.readLine();
    return line === null ? null : String(line);
  }
  function readlines() {
    var lines = [];
    for (var line = readline(); line !== null; line = readline()) lines.push(line);
    return lines;
  }
  return {
    readline: readline,
    readlines: readlines,
    read: function () {
      return readlines().join('\n');
    },
    close: function () {
      reader.close();
    },
  };
};
function openForWriting(path, mode) {
  if (mode === 'w') files.write(path, '');
  function write(text) {
    files.append(path, text);
  }
  function writeline(line) {
    write(line + '\n');
  }
  return {
    write: write,
    writeline: writeline,
    writelines: function (lines) {
      lines.forEach(writeline);
    },
    flush: function () {},
    close: function () {},
  };
}
var open = files.open;

var storages = {
  create: function (name) {
    var path = folder + '/' + name + '.json';
    files.createWithDirs(path);
    var values = JSON.parse(files.read(path) || '{}');
    function save() {
      files.write(path, JSON.stringify(values));
    }
    return {
      get: function (key, preset) {
        return values[key] === undefined ? preset : JSON.parse(values[key]);
      },
      contains: function (key) {
        return values[key] !== undefined;
      },
      put: function (key, value) {
        if (value === undefined) throw new TypeError('value cannot be undefined');
        values[key] = JSON.stringify(value);
        save();
      },
      remove: function (key) {
        delete values[key];
        save();
      },
      clear: function () {
        values = {};
        save();
      },
    };
  },
  remove: function (name) {
    return files.remove(folder + '/' + name + '.json');
  },
};
