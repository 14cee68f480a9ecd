import type { Translation } from '../resources';

export const texts: Translation<'presets'> = {
  title: '预设',
  summary: '一键运行。',
  all: '全部预设',
  run: '运行',
  code: '代码',
  devices_other: '{{count}} 台设备',
  scriptGone: '脚本已被删除。',
  devicesGone: '所有设备都已被删除。',
  empty: '还没有预设',
  emptyText: '预设保存了脚本及其设备和参数。打开脚本的运行窗口，填好后选择“保存为预设”。',
  toScripts: '前往脚本',
  actions: '{{name}} 的操作',
  editAndRun: '修改后运行',
  rename: '重命名预设',
  name: '名称',
  remove: '删除预设',
  removeTitle: '删除 {{name}}？',
  removeText: '由它启动的任务不受影响。',
  removed: '{{name}} 已删除',
};
