import type { Translation } from '../resources';

export const texts: Translation<'device-choice'> = {
  title: '设备',
  search: '搜索设备',
  allOnline: '全部在线设备',
  none: '清空',
  chosen_other: '已选 {{count}} 台',
  noDevices: '还没有设备，请先添加。',
  noMatch: '没有匹配的设备。',
  rule: {
    byList: '选择设备',
    byRule: '按规则匹配',
    group: '分组',
    tag: '标签',
    brand: '品牌',
    model: '型号',
    appVersion: '版本',
    online: '状态',
    name: '名称包含',
    any: '不限',
    all: '所有设备',
    everything: '所有设备，包括以后添加的',
    empty: '请至少设置一个条件。',
    inGroup: '分组 {{group}}',
    is: '{{condition}} {{value}}',
    matches_other: '当前匹配 {{count}} 台设备：',
  },
};
