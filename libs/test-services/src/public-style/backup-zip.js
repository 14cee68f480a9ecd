//> true
//> one two
files.createWithDirs('./data/sub/');
files.write('./data/1.txt', 'one');
files.write('./data/sub/2.txt', 'two');
$zip.zipDir('./data', './backup.zip');
log(files.isFile('./backup.zip'));
$zip.unzip('./backup.zip', './restored/');
log(files.read('./restored/1.txt'), files.read('./restored/sub/2.txt'));
