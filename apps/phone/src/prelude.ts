/**
 * Defines `hamibot`, also called `drover`, and makes the console send its lines to the server, before the first line of a
 * script. The build compiles this file to one line, which runs in the script's engine inside a function with the
 * variables `scope`, `task` and `report`.
 */
import { createOutput, type StepContext } from '@drover/device-agent/script-output';
import type { Hamibot } from '@drover/script-types';
import { FAILED_TAG, type ScriptReport, type ScriptTask } from './reports';
import { RunArtifacts } from './save-artifacts';

type Method = (...values: unknown[]) => unknown;

/** The global object of the script. */
interface Scope extends Record<string, unknown> {
  console: Record<string, unknown>;
  engines: { myEngine(): { getTag(name: string): unknown } };
  events: { on(name: string, listener: () => void): void };
  exit(): void;
  files: { path(path: string): string };
  images: {
    toBase64(image: unknown, format: string, quality: number): string;
    save(image: unknown, path: string, format: string, quality: number): unknown;
  };
  util: { format: Method };
}

/** Takes a report. Returns true if the line needs not be written to the app's log, because it is there already. */
type Report = (report: ScriptReport) => unknown;

declare const scope: Scope;
declare const task: ScriptTask;
declare const report: Report;

const levels = {
  verbose: 'verbose',
  log: 'info',
  info: 'info',
  debug: 'debug',
  warn: 'warn',
  error: 'error',
} as const;

type Level = (typeof levels)[keyof typeof levels];

droverPrelude();

function droverPrelude(): void {
  (Object.keys(levels) as (keyof typeof levels)[]).forEach((name) => wrap(scope.console, name, levels[name]));
  wrap(scope, 'log', 'info');
  wrap(scope, 'print', 'info');
  wrap(scope, 'toastLog', 'info');
  const output = createOutput(report, createStepContext());
  const artifacts = new RunArtifacts({ scope, task: task.artifacts, report });
  const hamibot: Omit<Hamibot, 'exit'> & { exit(): void } = {
    env: Object.freeze(task.env),
    robotName: task.robotName,
    scriptName: task.scriptName,
    plan: Object.freeze(task.plan),
    postMessage,
    result: output.result,
    progress: output.progress,
    step: output.step,
    files: { get: refuseFile, has: hasNoFile },
    // Phones have no promises that all apps know, so both return the value itself.
    artifacts: { save: ((name: unknown, content: unknown) => artifacts.save(name, content)) as never },
    screenshot: ((name?: unknown) => artifacts.screenshot(name)) as never,
    store: createStore(),
    exit: function () {
      report({ type: 'exit' });
      scope.exit();
    },
  };
  scope.hamibot = hamibot;
  scope.drover = hamibot;
  if (task.screenshotOnFailure) takePictureOfFailure(artifacts);
}

/** The app emits `exit` before it takes the permission for pictures from the script. */
function takePictureOfFailure(artifacts: RunArtifacts): void {
  const engine = scope.engines.myEngine();
  scope.events.on('exit', function () {
    if (engine.getTag(FAILED_TAG)) artifacts.saveFailure();
  });
}

/** Scripts of phones do one thing at a time, so their steps are a stack. */
function createStepContext(): StepContext {
  const keys: string[] = [];
  return {
    now: function () {
      return Date.now();
    },
    current: function () {
      return keys.length > 0 ? keys[keys.length - 1] : undefined;
    },
    run: function (key, act) {
      keys.push(key);
      try {
        return act();
      } finally {
        keys.pop();
      }
    },
  };
}

function refuseFile(): never {
  throw new Error(
    'drover.files is not available on phones: download the file with http.get, or use a computer',
  );
}

function hasNoFile(): false {
  return false;
}

function refuseStore(): never {
  throw new Error(
    'drover.store is not available on phones: run the script on a computer, or keep values on the phone with storages',
  );
}

/** Stores of which each function explains that there are none. */
function createStore(): Hamibot['store'] {
  const store = {
    get: refuseStore,
    getEntry: refuseStore,
    list: refuseStore,
    set: refuseStore,
    compareAndSet: refuseStore,
    increment: refuseStore,
    delete: refuseStore,
  };
  return {
    get: refuseStore,
    getEntry: refuseStore,
    list: refuseStore,
    set: refuseStore,
    compareAndSet: refuseStore,
    increment: refuseStore,
    delete: refuseStore,
    device: store,
    account: store,
  };
}

/** Makes a function of the app report its line as well. */
function wrap(owner: Record<string, unknown>, name: string, level: Level): void {
  const original = owner[name];
  if (typeof original !== 'function') return;
  const method = original as Method;
  try {
    owner[name] = function (...values: unknown[]): unknown {
      const isShown = report({ type: 'log', at: Date.now(), level, text: format(values) }) === true;
      return isShown ? undefined : method.apply(owner, values);
    };
  } catch (error) {
    const text = `${name} cannot be reported: ${String(error)}`;
    report({ type: 'log', at: Date.now(), level: 'warn', text });
  }
}

function format(values: unknown[]): string {
  try {
    return String(scope.util.format(...values));
  } catch {
    // The app has no util.
    return values.map(toText).join(' ');
  }
}

function toText(value: unknown): string {
  if (value === null || typeof value !== 'object' || value instanceof Error) return String(value);
  try {
    return String(JSON.stringify(value));
  } catch {
    // Objects of Java are not JSON, but have a text.
    return (value as { toString(): string }).toString();
  }
}

interface PostOptions {
  telemetry?: unknown;
  data?: { title?: unknown; attachments?: unknown };
}

function postMessage(text: unknown, options?: PostOptions): void {
  const data = (options && options.data) || {};
  const hasTitle = data.title !== undefined && data.title !== null;
  report({
    type: 'posted',
    at: Date.now(),
    text: toText(text),
    isTelemetry: Boolean(options && options.telemetry),
    title: hasTitle ? toText(data.title) : undefined,
    attachments: Array.isArray(data.attachments) ? data.attachments.map(readAttachment) : [],
  });
}

function readAttachment(attachment: unknown): unknown {
  const { type, data } = (attachment || {}) as { type?: unknown; data?: unknown };
  try {
    if (type === 'image') return { type, data: encodeImage(data) };
    return JSON.parse(JSON.stringify(attachment));
  } catch {
    return { type: 'unusable' };
  }
}

/** Encodes an image of the app. A text is a data URL or base64 already. */
function encodeImage(image: unknown): string {
  if (typeof image === 'string') return image;
  return `data:image/jpeg;base64,${String(scope.images.toBase64(image, 'jpg', 80))}`;
}
