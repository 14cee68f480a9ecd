//> 4 bytes, saved 4
var bytes = http.get(hamibot.env.url + '/bytes').body.bytes();
files.createWithDirs('/sdcard/Download/x/');
files.writeBytes('/sdcard/Download/x/data.bin', bytes);
log(bytes.length + ' bytes, saved ' + files.readBytes('/sdcard/Download/x/data.bin').length);
