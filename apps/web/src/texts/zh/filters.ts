import type { Translation } from '../resources';

export const texts: Translation<'filters'> = {
  label: '筛选',
  noMatch: '没有匹配的结果',
  noMatchText: '请更改或清除筛选条件。',
  clear: '清除筛选',
  clearOne: '清除“{{filter}}”',
  script: '脚本',
  device: '设备',
  job: '任务',
  exitCode: '退出码',
  reason: '搜索原因',
  trigger: '启动方式',
  triggers: {
    person: '由用户启动',
    token: '由访问令牌启动',
    schedule: '由定时任务启动',
    preset: '由预设启动',
    rerun: '重新运行',
  },
  time: {
    label: '时间',
    '1h': '最近 1 小时',
    '24h': '最近 24 小时',
    '7d': '最近 7 天',
    '30d': '最近 30 天',
    custom: '指定时间段',
    after: '从',
    before: '到',
  },
};
