// Downloads the script proper and runs it, as loaders with automatic updates do.
//> starting
//> from the server with 7
var code = http.get(hamibot.env.url + '/script').body.string();
log('starting');
engines.execScript('main', code, { arguments: { n: 7 } });
exit();
