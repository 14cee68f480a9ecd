import type { Translation } from '../resources';

export const texts: Translation<'jobs'> = {
  title: '任务',
  empty: '还没有任务',
  emptyText: '每次在设备上运行脚本都会创建一个任务。',
  toScripts: '前往脚本',
  name: '脚本',
  result: '运行情况',
  devices_other: '{{count}} 台设备',
  created: '创建时间',
  revision: '修订 {{number}}',
  kinds: { script: '已发布脚本', devscript: '脚本', execute: '一次性代码', update: '更新代理' },
  stopAll: '全部停止',
  stopAllText: '排队中的运行将被取消，正在进行的运行将被停止。',
  stopping: '正在停止任务',
  editAndRun: '修改后运行',
  inputs: '参数',
  timeLimit: '运行时限：{{time}}',
};
