import type { Device, JobSummary } from '@drover/sdk';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useJobName } from '../features/jobs/job-name';
import { formatExactTime } from '../lib/time';
import type { Runnable } from '../queries/runnables';
import type { SearchResults } from '../queries/search';
import { settingsLinks } from '../pages/settings/settings-links';
import { useHasRole } from '../roles/use-has-role';
import {
  BoltIcon,
  ClockIcon,
  CodeIcon,
  DeviceIcon,
  JobIcon,
  LibraryIcon,
  PlayIcon,
  SettingsIcon,
} from '../ui/display/icons';
import { links } from './navigation-links';
import type { Command } from './parse-command';

/** An entry of the palette: it opens a page or the dialog that runs a script. */
export interface PaletteItem {
  key: string;
  label: string;
  description?: string;
  Icon: ComponentType;
  to?: string;
  run?: { runnable: Runnable; deviceIds?: string[] };
}

interface PaletteGroup {
  key: 'actions' | 'devices' | 'scripts' | 'presets' | 'schedules' | 'jobs' | 'pages';
  items: PaletteItem[];
}

interface Found {
  /** Undefined while nothing is searched for. */
  found?: SearchResults;
  /** The devices of “run … on …”. */
  devices?: Device[];
}

/** Returns what matches the command. */
export function usePaletteGroups(command: Command, { found, devices = [] }: Found): PaletteGroup[] {
  const { t, i18n } = useTranslation('palette');
  const hasRole = useHasRole();
  const jobName = useJobName();
  const pages = usePages(command.text.toLowerCase());
  const runnables = found ? toRunnables(found) : [];
  const toRun = (runnable: Runnable, device?: Device): PaletteItem => ({
    key: `run ${runnable.id} ${device?._id ?? ''}`,
    label: device
      ? t('runOn', { script: runnable.name, device: device.name })
      : t('run', { script: runnable.name }),
    Icon: PlayIcon,
    run: { runnable, deviceIds: device && [device._id] },
  });
  if (command.isRun) {
    const items = command.deviceText
      ? runnables.flatMap((runnable) => devices.map((device) => toRun(runnable, device)))
      : runnables.map((runnable) => toRun(runnable));
    return [{ key: 'actions', items: hasRole('operator') ? items : [] }];
  }
  if (!found) return [{ key: 'pages', items: pages }];
  return [
    { key: 'pages', items: command.text.length > 1 ? pages : [] },
    { key: 'devices', items: found.devices.map(toDeviceItem) },
    { key: 'scripts', items: runnables.map(toScriptItem) },
    {
      key: 'presets',
      items: found.presets.map(({ _id, name }) => toItem(`/presets/${_id}`, name, BoltIcon)),
    },
    {
      key: 'schedules',
      items: found.schedules.map(({ _id, name }) => toItem(`/schedules/${_id}`, name, ClockIcon)),
    },
    {
      key: 'jobs',
      items: [
        ...(found.run ? [toRunItem(found.run)] : []),
        ...found.jobs.map((job) => toJobItem(job, { name: jobName(job), language: i18n.language })),
        ...runnables.map(({ id, name }) => ({
          key: `jobs ${id}`,
          label: t('jobsOf', { script: name }),
          Icon: JobIcon,
          to: `/jobs?script=${id}`,
        })),
      ],
    },
    {
      key: 'actions',
      items: hasRole('operator') ? runnables.map((runnable) => toRun(runnable)) : [],
    },
  ];

  function toDeviceItem({ _id, name, online }: Device): PaletteItem {
    const description = t(online ? 'online' : 'offline');
    return { key: _id, label: name, description, Icon: DeviceIcon, to: `/devices/${_id}` };
  }

  function toRunItem({ _id, deviceName }: { _id: string; deviceName: string }): PaletteItem {
    return {
      key: _id,
      label: t('runRecord', { device: deviceName }),
      Icon: JobIcon,
      to: `/runs/${_id}`,
    };
  }
}

/** Returns the pages whose name contains a text in lower case. Without a text, those of the settings are left out. */
function usePages(wanted: string): PaletteItem[] {
  const { t } = useTranslation('app');
  const settingsPages = useSettingsPages();
  const mainPages = links.map(({ to, key, Icon }) => toItem(to, t(`navigation.${key}`), Icon));
  return [...mainPages, ...(wanted === '' ? [] : settingsPages)].filter(({ label }) =>
    label.toLowerCase().includes(wanted),
  );
}

/** Returns the settings pages that the person can open. */
function useSettingsPages(): PaletteItem[] {
  const { t } = useTranslation('settings');
  const hasRole = useHasRole();
  return settingsLinks
    .filter(({ role }) => hasRole(role))
    .map(({ to, key }) => ({
      key: `/settings/${to}`,
      label: t(`places.${key}`),
      description: t('title'),
      Icon: SettingsIcon,
      to: `/settings/${to}`,
    }));
}

function toRunnables({ devscripts, scripts }: SearchResults): Runnable[] {
  return [
    ...devscripts.map(({ _id, name }) => ({ kind: 'devscript' as const, id: _id, name })),
    ...scripts.map(({ _id, name }) => ({ kind: 'script' as const, id: _id, name })),
  ];
}

const toItem = (to: string, label: string, Icon: ComponentType): PaletteItem => ({
  key: to,
  label,
  Icon,
  to,
});

function toScriptItem({ kind, id, name }: Runnable): PaletteItem {
  return kind === 'devscript'
    ? { key: id, label: name, Icon: CodeIcon, to: `/devscripts/${id}` }
    : { key: id, label: name, Icon: LibraryIcon, to: `/library/${id}` };
}

function toJobItem(
  { _id, createdAt }: JobSummary,
  { name, language }: { name: string; language: string },
): PaletteItem {
  return {
    key: _id,
    label: name,
    description: formatExactTime(createdAt, language),
    Icon: JobIcon,
    to: `/jobs/${_id}`,
  };
}
