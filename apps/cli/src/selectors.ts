import type { DeviceFilter, DeviceGroup, DeviceRule, DeviceSelector, Drover } from '@drover/sdk';
import { Failure } from './failures';
import { selectGroup } from './record-selection';

/** How the help names what `readSelector` understands. */
export const selectorUsage =
  'devices by what they are: all, online, tag=farm, brand=, model=, name=, version=, group= (repeatable)';

/** Conditions with a text, by how the command line calls them. */
const texts = { tag: 'tag', brand: 'brand', model: 'model', name: 'name', version: 'appVersion' } as const;

/** `tag=farm`, `online`, `group=Shelf 3`: all of them have to hold. */
export async function readSelector(drover: Drover, conditions: string[]): Promise<DeviceSelector> {
  const { group, ...rule } = readConditions(conditions);
  return group === undefined ? rule : { ...rule, group: (await selectGroup(drover, group))._id };
}

/** The same for a group, which is not made of groups. */
export function readRule(conditions: string[]): DeviceRule {
  const { group, ...rule } = readConditions(conditions);
  if (group !== undefined) throw new Failure('usage', 'A group is not made of groups: leave out group=.');
  return rule;
}

function readConditions(conditions: string[]): DeviceSelector {
  return Object.assign({}, ...conditions.map(readCondition)) as DeviceSelector;
}

function readCondition(text: string): DeviceSelector {
  const [, key = '', value] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
  if (key === 'all' && value === undefined) return { all: true };
  if (key === 'online' && (value === undefined || value === 'true')) return { online: true };
  if (key === 'offline' && value === undefined) return { online: false };
  if (key === 'online' && value === 'false') return { online: false };
  if (key === 'group' && value) return { group: value };
  if (key in texts && value !== undefined) return { [texts[key as keyof typeof texts]]: value };
  throw new Failure('usage', `--selector ${text}: write it like tag=farm, brand=Xiaomi, online or all.`);
}

/** A selector as the list of devices takes it. */
export function filterOf({ all: _all, ...filter }: DeviceSelector): DeviceFilter {
  return filter;
}

/** A selector in the words of the command line. */
export function describeSelector(selector: DeviceSelector, groups: DeviceGroup[] = []): string {
  const { all: _all, online, group, appVersion, ...rest } = selector;
  const given = {
    ...rest,
    version: appVersion,
    group: groups.find(({ _id }) => _id === group)?.name ?? group,
  };
  const words = [
    ...Object.entries(given).flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${value}`])),
    ...(online === undefined ? [] : [online ? 'online' : 'offline']),
  ];
  return words.join(' ') || 'all';
}
