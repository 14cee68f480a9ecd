import type { Translation } from '../resources';

export const texts: Translation<'device-groups'> = {
  title: '分组',
  summary: '为一组设备命名，便于运行和筛选。',
  create: '新建分组',
  createDo: '创建',
  edit: '编辑分组',
  name: '名称',
  namePlaceholder: '实验室货架',
  devices: '设备',
  members: '成员',
  count: '设备数',
  countDevices_other: '{{count}} 台设备',
  byList: '指定的设备',
  actions: '{{name}} 的操作',
  remove: '删除分组',
  removeTitle: '删除 {{name}}？',
  removeText: '分组中的设备不会被删除。',
  removed: '{{name}} 已删除',
  empty: '还没有分组',
  emptyText: '分组可以指定设备，也可以按标签、品牌等规则匹配设备。规则在每次使用时重新计算。',
};
