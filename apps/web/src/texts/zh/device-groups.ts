import type { deviceGroups as english } from '../en/device-groups';
import type { Words } from '../words';

export const deviceGroups: Words<typeof english> = {
  title: '分组',
  summary: '以名称归类的设备，用于运行和筛选。',
  create: '新建分组',
  createDo: '创建',
  edit: '编辑分组',
  name: '名称',
  namePlaceholder: '实验室货架',
  which: '选择设备',
  members: '包含',
  count: '目前',
  countDevices_other: '{{count}} 台设备',
  byList: '逐台列出',
  actions: '{{name}} 的操作',
  remove: '删除分组',
  removeTitle: '删除 {{name}}？',
  removeText: '其中的设备保持不变。',
  removed: '已删除 {{name}}',
  empty: '还没有分组',
  emptyText: '分组可以逐台列出设备，也可以按标签、品牌等条件，每次使用时重新判断。',
};
