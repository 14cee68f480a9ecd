/**
 * Declares the globals of scripts, for editors and type checks: add `@drover/script-types/globals` to `types` of a
 * tsconfig, or `import '@drover/script-types/globals'`.
 */
import type { ScriptConsole, ScriptGlobals } from './index';

declare global {
  // oxlint-disable-next-line typescript/no-empty-object-type -- merges with the interface of Node's types
  interface Console extends ScriptConsole {}
  var console: Console;
  var http: ScriptGlobals['http'];
  var files: ScriptGlobals['files'];
  var storages: ScriptGlobals['storages'];
  var timers: ScriptGlobals['timers'];
  var events: ScriptGlobals['events'];
  var threads: ScriptGlobals['threads'];
  var engines: ScriptGlobals['engines'];
  var device: ScriptGlobals['device'];
  var app: ScriptGlobals['app'];
  var dialogs: ScriptGlobals['dialogs'];
  var util: ScriptGlobals['util'];
  var base64: ScriptGlobals['base64'];
  var $crypto: ScriptGlobals['$crypto'];
  var $zip: ScriptGlobals['$zip'];
  var shell: ScriptGlobals['shell'];
  var open: ScriptGlobals['open'];
  var getClip: ScriptGlobals['getClip'];
  var setClip: ScriptGlobals['setClip'];
  var alert: ScriptGlobals['alert'];
  var confirm: ScriptGlobals['confirm'];
  var prompt: ScriptGlobals['prompt'];
  var rawInput: ScriptGlobals['rawInput'];
  var exit: ScriptGlobals['exit'];
  var random: ScriptGlobals['random'];
  var sync: ScriptGlobals['sync'];
  var hamibot: ScriptGlobals['hamibot'];
  var drover: ScriptGlobals['drover'];
  var log: ScriptGlobals['log'];
  var print: ScriptGlobals['print'];
  var toast: ScriptGlobals['toast'];
  var toastLog: ScriptGlobals['toastLog'];
  var sleep: ScriptGlobals['sleep'];
}

/** Does not compile if a global is not declared above. */
export type DeclaredGlobals = { [Name in keyof ScriptGlobals]: (typeof globalThis)[Name] };
