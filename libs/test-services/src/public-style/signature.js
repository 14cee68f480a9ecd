//> e80b5017098950fc58aad83c8c14978e
//> YXBwPTEmdD0y app=1&t=2
//> secret message
//> hi
function sign(params) {
  var text = Object.keys(params)
    .sort()
    .map(function (key) {
      return key + '=' + params[key];
    })
    .join('&');
  return text;
}
log($crypto.digest('abcdef', 'MD5'));
var encoded = $base64.encode(sign({ t: 2, app: 1 }));
log(encoded, $base64.decode(encoded));
var key = new $crypto.Key('0123456789abcdef');
var sealed = $crypto.encrypt('secret message', key, 'AES/CBC/PKCS5Padding', {
  iv: '0123456789abcdef',
  output: 'base64',
});
log(
  $crypto.decrypt(sealed, key, 'AES/CBC/PKCS5Padding', {
    iv: '0123456789abcdef',
    input: 'base64',
    output: 'string',
  })
);
var pair = $crypto.generateKeyPair('RSA', 1024);
var cipher = $crypto.encrypt('hi', pair.publicKey, 'RSA/ECB/PKCS1Padding', { output: 'hex' });
log($crypto.decrypt(cipher, pair.privateKey, 'RSA/ECB/PKCS1Padding', { input: 'hex', output: 'string' }));
