import '@mantine/core/styles/SimpleGrid.css';
import { LIMITS } from '@drover/contract/limits';
import type { Config, Device, MissedPolicy, Overlap, ScheduleSummary, Values } from '@drover/sdk';
import { Button, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { NextTimes } from '../../features/schedules/next-times';
import { WhenFields } from '../../features/schedules/when-fields';
import { whenInputOf, whenOf } from '../../features/schedules/when-input';
import { drover } from '../../lib/drover';
import { saveValues, type Target } from '../../queries/targets';
import { CountedInput, isWithin } from '../../ui/counted-input';
import { useErrorText } from '../../ui/failure';
import { ChooseDevices } from '../../features/devices/choose-devices';
import { useDeviceChoice } from '../../features/devices/use-device-choice';
import { Deadlines, startDeadlines } from '../../features/runs/deadlines';
import { useVarsInput, VarsInput } from '../../features/config-form/vars-input';

interface Props {
  schedule?: ScheduleSummary;
  /** What runs; absent for code, which stays as it is. */
  target?: Target;
  values?: { config: Config; values: Values };
  devices: Device[];
  onClose: () => void;
}

const overlaps: Overlap[] = ['skip', 'replace', 'queue'];
const missedPolicies: MissedPolicy[] = ['run_once', 'skip'];
const noValues = { config: [], values: {} };

export function ScheduleForm({ schedule, target, values = noValues, devices, onClose }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const textOf = useErrorText();
  const job = schedule?.job;
  const [name, setName] = useState(schedule?.name ?? target?.name ?? '');
  const [when, setWhen] = useState(() => whenInputOf(schedule?.when));
  const [overlap, setOverlap] = useState<Overlap>(schedule?.overlap ?? 'skip');
  const [missed, setMissed] = useState<MissedPolicy>(schedule?.missed ?? 'run_once');
  const [deadlines, setDeadlines] = useState(() =>
    job ? { ...startDeadlines, ...pick(job, ['deliverWithin', 'timeout']) } : startDeadlines,
  );
  const start = { deviceIds: job?.devices?.map(({ _id }) => _id), selector: job?.selector };
  const choice = useDeviceChoice(devices, start);
  const vars = useVarsInput(values.config, { ...values.values, ...job?.vars });
  const due = whenOf(when);
  const isChanged = !schedule || JSON.stringify(due) !== JSON.stringify(schedule.when);
  const save = useMutation({
    mutationFn: async () => {
      if (!due) return;
      const fields = { name: name.trim(), overlap, missed };
      if (target && vars.isRemembered) await saveValues(target, vars.vars ?? {});
      const request = target && {
        ...job,
        ...{ devices: undefined, selector: undefined },
        ...{ scriptId: target.id, ...choice.request, vars: vars.vars, ...deadlines },
      };
      const whens = isChanged ? { when: due } : {};
      if (schedule) await drover.schedules.update(schedule._id, { ...fields, ...whens, job: request });
      else if (request) await drover.schedules.create({ ...fields, when: due, job: request });
    },
    onSuccess: () => {
      notifications.show({ message: t('schedules.saved', { name: name.trim() }) });
      void client.invalidateQueries({ queryKey: ['schedules'] });
      onClose();
    },
  });
  const isValid =
    due !== undefined &&
    name.trim() !== '' &&
    isWithin(name, LIMITS.scheduleNameChars) &&
    (!target || (choice.request !== undefined && vars.vars !== undefined));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isValid && !save.isPending) save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        <CountedInput
          label={t('schedules.name')}
          limit={LIMITS.scheduleNameChars}
          value={name}
          onChange={setName}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg">
          <WhenFields value={when} onChange={setWhen} />
          <NextTimes when={due} />
        </SimpleGrid>
        {target && (
          <>
            <section>
              <ChooseDevices title={t('deviceChoice.on')} devices={devices} choice={choice} />
            </section>
            <VarsInput input={vars} />
            <Deadlines value={deadlines} onChange={setDeadlines} />
          </>
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <Select
            label={t('schedules.overlap')}
            data={overlaps.map((each) => ({ value: each, label: t(`schedules.overlaps.${each}`) }))}
            value={overlap}
            onChange={(next) => setOverlap(next as Overlap)}
            allowDeselect={false}
          />
          <Select
            label={t('schedules.missed')}
            data={missedPolicies.map((each) => ({ value: each, label: t(`schedules.misseds.${each}`) }))}
            value={missed}
            onChange={(next) => setMissed(next as MissedPolicy)}
            allowDeselect={false}
          />
        </SimpleGrid>
        {save.isError && (
          <Text size="sm" c="red" role="alert">
            {textOf(save.error)}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!isValid}>
            {schedule ? t('save') : t('schedules.createDo')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What an object says of some of its keys. */
function pick<Record extends object, Key extends keyof Record>(record: Record, keys: Key[]) {
  const present = keys.filter((key) => record[key] !== undefined).map((key) => [key, record[key]]);
  return Object.fromEntries(present) as Partial<Pick<Record, Key>>;
}
