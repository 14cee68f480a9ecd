/** The globals of phones that the Node agent does not have, by what they need. They throw an explanation there. */
export const PHONE_ONLY = {
  'a screen': [
    'automator', 'images', 'floaty', 'ui', 'colors', 'ocr', 'paddle', 'canvas', 'webView', 'captureScreen',
    'requestScreenCapture', 'findColor', 'findColorEquals', 'findColorInRegion', 'findImage', 'findImageInRegion',
    'findMultiColors', 'setScreenMetrics', 'activity',
  ],
  'the accessibility service': [
    'auto', 'click', 'longClick', 'press', 'swipe', 'gesture', 'gestures', 'gestureAsync', 'gesturesAsync', 'scrollUp',
    'scrollDown', 'setText', 'back', 'home', 'powerDialog', 'notifications', 'quickSettings', 'recents',
    'splitScreen', 'selector', 'text', 'textContains', 'textStartsWith', 'textEndsWith', 'textMatches', 'desc',
    'descContains', 'descStartsWith', 'descEndsWith', 'descMatches', 'id', 'idContains', 'idMatches', 'className',
    'classNameContains', 'packageName', 'clickable', 'scrollable', 'bounds', 'boundsInside', 'depth',
    'currentPackage', 'currentActivity', 'waitForActivity', 'waitForPackage',
  ],
  'root access to a phone': ['Tap', 'Swipe', 'Home', 'Back', 'Power', 'Menu', 'VolumeUp', 'VolumeDown', 'KeyCode', 'RootAutomator', 'Shell'],
  'Android': [
    'context', 'runtime', 'java', 'javax', 'Packages', 'JavaAdapter', 'importClass', 'importPackage', 'android',
    'media', 'sensors', 'launch', 'launchApp', 'launchPackage', 'getPackageName', 'getAppName', 'openAppSetting',
    'plugins', 'web', 'toastLogLong', 'notice',
  ],
} as const; // prettier-ignore
