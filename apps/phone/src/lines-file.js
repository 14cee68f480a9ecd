/* A file of records, one line of JSON each, in the app's private folder. */
function openLines(name) {
  var path = String(context.getFilesDir().getAbsolutePath()) + '/drover/' + name;
  files.createWithDirs(path);

  function write(records) {
    var lines = records.map(function (record) {
      return JSON.stringify(record) + '\n';
    });
    files.write(path + '.new', lines.join(''));
    // Either the old file is there or the new one, whenever the app is killed.
    new java.io.File(path + '.new').renameTo(new java.io.File(path));
  }

  return {
    /* All records. A last line that was torn is left out: nobody was told of it. */
    read: function () {
      var records = [];
      String(files.read(path))
        .split('\n')
        .forEach(function (line) {
          try {
            if (line) records.push(JSON.parse(line));
          } catch (torn) {
            console.warn('drover: a torn line in ' + name + ' is passed over');
          }
        });
      write(records);
      return records;
    },
    append: function (record) {
      files.append(path, JSON.stringify(record) + '\n');
    },
    replace: write
  };
}
