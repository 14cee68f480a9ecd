import { createOutput } from '@drover/device-agent/script-output';
import type { Hamibot } from '@drover/script-types';
import { now, report } from './channel';
import { saveArtifact, takeScreenshot } from './modules/artifacts';
import { createInputFiles } from './modules/input-files';
import { createStore } from './modules/store';
import type { ScriptTask } from './reports';
import { stepContext } from './step-context';

/** Creates the object that scripts use as `hamibot` and as `drover`. */
export function createHamibot(
  { env, robotName, scriptName, plan, files }: ScriptTask,
  exit: () => never,
): Hamibot {
  return {
    env: Object.freeze({ ...env }),
    robotName,
    scriptName,
    plan: Object.freeze({ ...plan }),
    postMessage(text, options) {
      const { title, attachments } = options?.data ?? {};
      report({
        type: 'posted',
        at: now(),
        text: toText(text),
        isTelemetry: Boolean(options?.telemetry),
        title: title === undefined || title === null ? undefined : toText(title),
        attachments: Array.isArray(attachments) ? attachments : undefined,
      });
    },
    ...createOutput(report, stepContext),
    files: createInputFiles(files),
    artifacts: { save: (name, content) => saveArtifact(String(name), content) },
    screenshot: (name) => takeScreenshot(name === undefined ? undefined : String(name)),
    store: createStore(),
    exit,
  };
}

function toText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof Error) return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}
