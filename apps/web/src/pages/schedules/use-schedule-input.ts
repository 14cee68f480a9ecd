import { LIMITS } from '@drover/contract/limits';
import type { Config, Device, ScheduleSummary, Values } from '@drover/sdk';
import { useState } from 'react';
import { useVarsInput } from '../../features/config-form/vars-input';
import { useDeviceChoice } from '../../features/devices/use-device-choice';
import { startDeadlines, type DeadlineValues } from '../../features/runs/deadlines';
import type { Policies } from '../../features/schedules/policy-fields';
import { whenInputOf, whenOf } from '../../features/schedules/when-input';
import { drover } from '../../lib/drover';
import { saveValues, type Target } from '../../queries/targets';
import { isWithin } from '../../ui/counted-input';

export interface ScheduleStart {
  /** The schedule that is changed; without one a schedule is made. */
  schedule?: ScheduleSummary;
  /** What runs; absent for code, which stays as it is. */
  target?: Target;
  values?: { config: Config; values: Values };
  devices: Device[];
}

const noValues = { config: [], values: {} };

/** A schedule as it is being filled in, and the way to send it. */
export function useScheduleInput({ schedule, target, values = noValues, devices }: ScheduleStart) {
  const job = schedule?.job;
  const [name, setName] = useState(schedule?.name ?? target?.name ?? '');
  const [when, setWhen] = useState(() => whenInputOf(schedule?.when));
  const [policies, setPolicies] = useState<Policies>({
    overlap: schedule?.overlap ?? 'skip',
    missed: schedule?.missed ?? 'run_once',
  });
  const [deadlines, setDeadlines] = useState<DeadlineValues>(() =>
    job ? { ...startDeadlines, ...pick(job, ['deliverWithin', 'timeout']) } : startDeadlines,
  );
  const start = { deviceIds: job?.devices?.map(({ _id }) => _id), selector: job?.selector };
  const choice = useDeviceChoice(devices, start);
  const vars = useVarsInput(values.config, { ...values.values, ...job?.vars });
  const due = whenOf(when);
  const isValid =
    due !== undefined &&
    name.trim() !== '' &&
    isWithin(name, LIMITS.scheduleNameChars) &&
    (!target || (choice.request !== undefined && vars.vars !== undefined));

  const send = async () => {
    if (!due) return;
    if (target && vars.isRemembered) await saveValues(target, vars.vars ?? {});
    const request = target && {
      ...job,
      ...{ devices: undefined, selector: undefined },
      ...{ scriptId: target.id, ...choice.request, vars: vars.vars, ...deadlines },
    };
    const fields = { name: name.trim(), ...policies };
    const isChanged = JSON.stringify(due) !== JSON.stringify(schedule?.when);
    if (schedule) {
      const changes = { ...fields, ...(isChanged && { when: due }), job: request };
      await drover.schedules.update(schedule._id, changes);
    } else if (request) await drover.schedules.create({ ...fields, when: due, job: request });
  };
  return {
    ...{ name, setName, when, setWhen, policies, setPolicies, deadlines, setDeadlines },
    ...{ choice, vars, due, isValid, send },
  };
}

/** What an object says of some of its keys. */
function pick<Record extends object, Key extends keyof Record>(record: Record, keys: Key[]) {
  const present = keys.filter((key) => record[key] !== undefined).map((key) => [key, record[key]]);
  return Object.fromEntries(present) as Partial<Pick<Record, Key>>;
}
