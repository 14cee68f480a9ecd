import { LIMITS } from '@drover/contract/limits';
import type { Config, Device, Schedule, Values } from '@drover/sdk';
import { useState } from 'react';
import { useVarsInput } from '../../features/config-form/vars-input';
import { useDeviceChoice } from '../../features/devices/use-device-choice';
import { useRolloutOptions } from '../../features/rollouts/rollout-options';
import { type DeadlineValues, defaultDeadlines } from '../../features/runs/deadlines';
import type { Policies } from '../../features/schedules/policy-fields';
import { toWhen, toWhenInput } from '../../features/schedules/when-input';
import { drover } from '../../lib/drover';
import { type Runnable, saveValues } from '../../queries/runnables';
import { isWithinLimit } from '../../ui/forms/counted-input';

export interface ScheduleInputProps {
  /** The schedule to edit. Without it, the form creates one. */
  schedule?: Schedule;
  /** The script to run. Absent if the schedule runs code. */
  runnable?: Runnable;
  values?: { config: Config; values: Values };
  devices: Device[];
}

const noValues = { config: [], values: {} };

/** Holds the input of the schedule form, and the function that saves it. */
export function useScheduleInput({ schedule, runnable, values = noValues, devices }: ScheduleInputProps) {
  const job = schedule?.job;
  const [name, setName] = useState(schedule?.name ?? runnable?.name ?? '');
  const [when, setWhen] = useState(() => toWhenInput(schedule?.when));
  const [policies, setPolicies] = useState<Policies>({
    overlap: schedule?.overlap ?? 'skip',
    missed: schedule?.missed ?? 'run_once',
  });
  const [deadlines, setDeadlines] = useState<DeadlineValues>(() =>
    job
      ? { ...defaultDeadlines, ...pick(job, ['deliverWithin', 'timeout', 'screenshotOnFailure']) }
      : defaultDeadlines,
  );
  const [code, setCode] = useState(job?.code ?? '');
  const rolloutOptions = useRolloutOptions(job ?? {});
  const initialChoice = { deviceIds: job?.devices?.map(({ _id }) => _id), selector: job?.selector };
  const choice = useDeviceChoice(devices, initialChoice);
  const vars = useVarsInput(values.config, { ...values.values, ...job?.vars });
  const parsedWhen = toWhen(when);
  const isValid =
    parsedWhen !== undefined &&
    name.trim() !== '' &&
    isWithinLimit(name, LIMITS.scheduleNameChars) &&
    (runnable !== undefined || code.trim() !== '') &&
    choice.request !== undefined &&
    vars.vars !== undefined;

  const submit = async () => {
    if (!parsedWhen) return;
    if (runnable && vars.shouldSave) await saveValues(runnable, vars.vars ?? {});
    const request = {
      ...job,
      ...{ devices: undefined, selector: undefined, rollout: undefined, retry: undefined },
      ...(runnable ? { scriptId: runnable.id } : { code }),
      ...{ ...choice.request, vars: vars.vars, ...deadlines, ...rolloutOptions.request },
    };
    const fields = { name: name.trim(), ...policies };
    const isChanged = JSON.stringify(parsedWhen) !== JSON.stringify(schedule?.when);
    if (schedule) {
      const changes = { ...fields, ...(isChanged && { when: parsedWhen }), job: request };
      await drover.schedules.update(schedule._id, changes);
    } else await drover.schedules.create({ ...fields, when: parsedWhen, job: request });
  };
  return {
    ...{ name, setName, when, setWhen, policies, setPolicies, deadlines, setDeadlines },
    ...{ code, setCode, rolloutOptions, choice, vars, parsedWhen, isValid, submit },
  };
}

/** Returns the given keys of an object that are set. */
function pick<Record extends object, Key extends keyof Record>(record: Record, keys: Key[]) {
  const present = keys.filter((key) => record[key] !== undefined).map((key) => [key, record[key]]);
  return Object.fromEntries(present) as Partial<Pick<Record, Key>>;
}
