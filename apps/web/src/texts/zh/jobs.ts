import type { jobs as english } from '../en/jobs';
import type { Words } from '../words';

export const jobs: Words<typeof english> = {
  title: '任务',
  empty: '还没有任务',
  emptyText: '每次在设备上运行脚本都会产生一个任务，运行后会显示在这里。',
  toScripts: '前往脚本',
  name: '脚本',
  result: '运行情况',
  devices_other: '{{count}} 台设备',
  created: '提交时间',
  kinds: { script: '已发布脚本', devscript: '脚本', execute: '临时代码' },
  stopAll: '全部停止',
  stopAllText: '等待中的将被取消，运行中的将被停止。',
  stopping: '正在停止任务',
  again: '再次运行',
  againOtherwise: '修改后运行',
  vars: '变量',
  timeLimit: '时限',
  noneInState: '当前没有处于此状态的运行。',
  showAll: '显示全部',
};
