// Modules $zip, $base64 and $crypto, over the classes of Java that the apps use too.
// oxlint-disable max-params -- the signatures are those of the apps
var $zip = {
  zipDir: function (folderPath, zipPath) {
    var root = pathOf(folderPath);
    var out = new java.util.zip.ZipOutputStream(new java.io.FileOutputStream(fileOf(zipPath)));
    var paths = byteFiles.walk(root).toArray();
    for (var i = 0; i < paths.length; i++) {
      if (byteFiles.isDirectory(paths[i])) continue;
      out.putNextEntry(new java.util.zip.ZipEntry(String(root.relativize(paths[i]))));
      out.write(byteFiles.readAllBytes(paths[i]));
    }
    out.close();
  },
  unzip: function (zipPath, folderPath) {
    var input = new java.util.zip.ZipInputStream(new java.io.FileInputStream(fileOf(zipPath)));
    for (var entry = input.getNextEntry(); entry !== null; entry = input.getNextEntry()) {
      files.writeBytes(files.join(folderPath, entry.getName()), input.readAllBytes());
    }
    input.close();
  },
};

var $base64 = {
  encode: function (text, encoding) {
    return String(java.util.Base64.getEncoder().encodeToString(bytesOf(text, encoding)));
  },
  decode: function (text, encoding) {
    return textOf(java.util.Base64.getDecoder().decode(text), encoding);
  },
};

function toOutput(bytes, format) {
  if (format === 'base64') return String(java.util.Base64.getEncoder().encodeToString(bytes));
  if (format === 'string') return textOf(bytes);
  if (format !== 'hex') return bytes;
  return String(new java.math.BigInteger(1, bytes).toString(16)).padStart(bytes.length * 2, '0');
}
function fromInput(data, format) {
  if (format === 'base64') return java.util.Base64.getDecoder().decode(data);
  if (format === 'hex') return java.util.HexFormat.of().parseHex(data);
  return typeof data === 'string' ? bytesOf(data) : data;
}
function transform(mode, data, key, transformation, given) {
  var settings = given || {};
  var cipher = realPackages.javax.crypto.Cipher.getInstance(transformation);
  var algorithm = transformation.split('/')[0];
  if (settings.iv) {
    var iv = new realPackages.javax.crypto.spec.IvParameterSpec(bytesOf(settings.iv));
    cipher.init(mode, key.toKeySpec(algorithm), iv);
  } else cipher.init(mode, key.toKeySpec(algorithm));
  return toOutput(cipher.doFinal(fromInput(data, settings.input)), settings.output);
}
function asKey(javaKey) {
  return {
    toKeySpec: function () {
      return javaKey;
    },
  };
}
var $crypto = {
  Key: function (text) {
    this.toKeySpec = function (algorithm) {
      return new realPackages.javax.crypto.spec.SecretKeySpec(bytesOf(text), algorithm);
    };
  },
  digest: function (text, algorithm) {
    return toOutput(java.security.MessageDigest.getInstance(algorithm).digest(bytesOf(text)), 'hex');
  },
  encrypt: function (data, key, transformation, given) {
    return transform(1, data, key, transformation, given);
  },
  decrypt: function (data, key, transformation, given) {
    return transform(2, data, key, transformation, given);
  },
  generateKeyPair: function (algorithm, length) {
    var generator = java.security.KeyPairGenerator.getInstance(algorithm);
    generator.initialize(length);
    var pair = generator.generateKeyPair();
    return { publicKey: asKey(pair.getPublic()), privateKey: asKey(pair.getPrivate()) };
  },
};
