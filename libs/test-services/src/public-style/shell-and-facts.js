//> out 0
//> string true
//> true
//> 3
var r = shell('echo out');
log(r.result.trim(), r.code);
log(typeof device.model, device.getTotalMem() > 0);
log(typeof app.versionName === 'string');
log(random(3, 3));
