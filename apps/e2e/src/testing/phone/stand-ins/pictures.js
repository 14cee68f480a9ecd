// Pictures of the screen: 4 × 6 pixels. The phone refuses them if its folder has a file `refuses-capture`.
// oxlint-disable max-params -- the signatures are those of the apps
var screenAsPng =
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAAGCAIAAABrW6giAAAAO0lEQVR42hXKQREAQAjDwMpBREUgJ3IQURHIOi6/nY' +
  'kkLBARUuGCInVo3NCkD2B+uVeDB4bMYfHCkuUBx9MdEWXbbMYAAAAASUVORK5CYII=';
var isCaptureGranted = false;

function requestScreenCapture() {
  sendToTest({ op: 'capture request', text: scriptName });
  isCaptureGranted = !new java.io.File(folder + '/refuses-capture').exists();
  return isCaptureGranted;
}
function captureScreen(path) {
  if (!isCaptureGranted) throw new java.lang.SecurityException('No screen capture permission');
  var image = { width: 4, height: 6 };
  if (path === undefined) return image;
  return images.save(image, path);
}
var images = {
  captureScreen: captureScreen,
  requestScreenCapture: requestScreenCapture,
  save: function (image, path, format, quality) {
    if (format !== undefined && format !== 'png') throw new TypeError('unknown format ' + format);
    if (quality < 0 || quality > 100) throw new TypeError('quality must be 0 to 100');
    files.writeBytes(path, java.util.Base64.getDecoder().decode(screenAsPng));
    return true;
  },
  toBase64: function () {
    return screenAsPng;
  },
};
