/**
 * Declares the globals that only phones have, for scripts that run there alone: add `@drover/script-types/phone` to `types`
 * of a tsconfig. Their types are those of the app, so everything is allowed here.
 */
import type { PHONE_ONLY } from './phone-only';

// oxlint-disable-next-line typescript/no-explicit-any -- the app's own documentation describes them
type OfTheApp = any;

declare global {
  var automator: OfTheApp;
  var images: OfTheApp;
  var floaty: OfTheApp;
  var ui: OfTheApp;
  var colors: OfTheApp;
  var ocr: OfTheApp;
  var paddle: OfTheApp;
  var canvas: OfTheApp;
  var webView: OfTheApp;
  var captureScreen: OfTheApp;
  var requestScreenCapture: OfTheApp;
  var findColor: OfTheApp;
  var findColorEquals: OfTheApp;
  var findColorInRegion: OfTheApp;
  var findImage: OfTheApp;
  var findImageInRegion: OfTheApp;
  var findMultiColors: OfTheApp;
  var setScreenMetrics: OfTheApp;
  var activity: OfTheApp;
  var auto: OfTheApp;
  var click: OfTheApp;
  var longClick: OfTheApp;
  var press: OfTheApp;
  var swipe: OfTheApp;
  var gesture: OfTheApp;
  var gestures: OfTheApp;
  var gestureAsync: OfTheApp;
  var gesturesAsync: OfTheApp;
  var scrollUp: OfTheApp;
  var scrollDown: OfTheApp;
  var setText: OfTheApp;
  var back: OfTheApp;
  var home: OfTheApp;
  var powerDialog: OfTheApp;
  var notifications: OfTheApp;
  var quickSettings: OfTheApp;
  var recents: OfTheApp;
  var splitScreen: OfTheApp;
  var selector: OfTheApp;
  var text: OfTheApp;
  var textContains: OfTheApp;
  var textStartsWith: OfTheApp;
  var textEndsWith: OfTheApp;
  var textMatches: OfTheApp;
  var desc: OfTheApp;
  var descContains: OfTheApp;
  var descStartsWith: OfTheApp;
  var descEndsWith: OfTheApp;
  var descMatches: OfTheApp;
  var id: OfTheApp;
  var idContains: OfTheApp;
  var idMatches: OfTheApp;
  var className: OfTheApp;
  var classNameContains: OfTheApp;
  var packageName: OfTheApp;
  var clickable: OfTheApp;
  var scrollable: OfTheApp;
  var bounds: OfTheApp;
  var boundsInside: OfTheApp;
  var depth: OfTheApp;
  var currentPackage: OfTheApp;
  var currentActivity: OfTheApp;
  var waitForActivity: OfTheApp;
  var waitForPackage: OfTheApp;
  var Tap: OfTheApp;
  var Swipe: OfTheApp;
  var Home: OfTheApp;
  var Back: OfTheApp;
  var Power: OfTheApp;
  var Menu: OfTheApp;
  var VolumeUp: OfTheApp;
  var VolumeDown: OfTheApp;
  var KeyCode: OfTheApp;
  var RootAutomator: OfTheApp;
  var Shell: OfTheApp;
  var context: OfTheApp;
  var runtime: OfTheApp;
  var java: OfTheApp;
  var javax: OfTheApp;
  var Packages: OfTheApp;
  var JavaAdapter: OfTheApp;
  var importClass: OfTheApp;
  var importPackage: OfTheApp;
  var android: OfTheApp;
  var media: OfTheApp;
  var sensors: OfTheApp;
  var launch: OfTheApp;
  var launchApp: OfTheApp;
  var launchPackage: OfTheApp;
  var getPackageName: OfTheApp;
  var getAppName: OfTheApp;
  var openAppSetting: OfTheApp;
  var plugins: OfTheApp;
  var web: OfTheApp;
  var toastLogLong: OfTheApp;
  var notice: OfTheApp;
}

type PhoneOnlyName = (typeof PHONE_ONLY)[keyof typeof PHONE_ONLY][number];

/** Does not compile if a global is not declared above. */
export type DeclaredGlobals = { [Name in PhoneOnlyName]: (typeof globalThis)[Name] };
