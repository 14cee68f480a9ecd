import type { DeviceFilter, DeviceGroup, DeviceRule, DeviceSelector, Drover } from '@drover/sdk';
import { CliError } from '../errors/cli-error';
import { selectGroup } from './select-record';

/** Help text of options that `parseSelector` parses. */
export const selectorOptionHelp =
  'Device condition: all, online, offline, tag=, brand=, model=, name=, version= or group= (repeatable)';

/** Conditions that take a text, with the field of the selector for each. */
const textConditions = {
  tag: 'tag',
  brand: 'brand',
  model: 'model',
  name: 'name',
  version: 'appVersion',
} as const;

/** Parses conditions such as `tag=farm`, `online` or `group=Shelf 3`. A device has to meet all of them. */
export async function parseSelector(drover: Drover, conditions: string[]): Promise<DeviceSelector> {
  const { group, ...rule } = parseConditions(conditions);
  return group === undefined ? rule : { ...rule, group: (await selectGroup(drover, group))._id };
}

/** Parses the conditions of a group rule, which cannot refer to other groups. */
export function parseRule(conditions: string[]): DeviceRule {
  const { group, ...rule } = parseConditions(conditions);
  if (group !== undefined)
    throw new CliError('usage', 'A group cannot contain other groups. Leave out group=.');
  return rule;
}

function parseConditions(conditions: string[]): DeviceSelector {
  return Object.assign({}, ...conditions.map(parseCondition)) as DeviceSelector;
}

function parseCondition(text: string): DeviceSelector {
  const [, key = '', value] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
  if (key === 'all' && value === undefined) return { all: true };
  if (key === 'online' && (value === undefined || value === 'true')) return { online: true };
  if (key === 'offline' && value === undefined) return { online: false };
  if (key === 'online' && value === 'false') return { online: false };
  if (key === 'group' && value) return { group: value };
  if (key in textConditions && value !== undefined)
    return { [textConditions[key as keyof typeof textConditions]]: value };
  throw new CliError(
    'usage',
    `Invalid condition '${text}'. Use for example tag=farm, brand=Xiaomi, online or all.`,
  );
}

/** Converts a selector to a filter of the device list. */
export function toDeviceFilter({ all: _all, ...filter }: DeviceSelector): DeviceFilter {
  return filter;
}

/** Formats a selector as the command line takes it. */
export function formatSelector(selector: DeviceSelector, groups: DeviceGroup[] = []): string {
  const { all: _all, online, group, appVersion, ...rest } = selector;
  const values = {
    ...rest,
    version: appVersion,
    group: groups.find(({ _id }) => _id === group)?.name ?? group,
  };
  const words = [
    ...Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${value}`])),
    ...(online === undefined ? [] : [online ? 'online' : 'offline']),
  ];
  return words.join(' ') || 'all';
}
