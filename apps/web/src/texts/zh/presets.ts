import type { presets as english } from '../en/presets';
import type { Words } from '../words';

export const presets: Words<typeof english> = {
  title: '预设',
  summary: '常用的运行，一点即可。',
  all: '全部预设',
  run: '运行 {{name}}',
  code: '代码',
  devices_other: '{{count}} 台设备',
  scriptGone: '脚本已不存在。',
  devicesGone: '所选设备都已不存在。',
  empty: '还没有预设',
  emptyText: '预设是以一个名称保存的脚本、设备和参数。打开脚本的运行窗口，填好后存为预设即可。',
  toScripts: '前往脚本',
  actions: '{{name}} 的操作',
  runWithChanges: '修改后运行',
  rename: '重命名预设',
  name: '名称',
  remove: '删除预设',
  removeTitle: '删除 {{name}}？',
  removeText: '由它启动的任务保持不变。',
  removed: '已删除 {{name}}',
};
