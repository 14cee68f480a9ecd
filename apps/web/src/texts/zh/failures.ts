import type { Translation } from '../resources';

export const texts: Translation<'failures'> = {
  title: '失败',
  text: '所有任务中以相同方式失败的运行。',
  onlyOne: '仅显示一个失败。',
  empty: '没有失败',
  code: '无脚本的代码',
  scriptGone: '脚本已删除',
  firstSeen: '首次出现',
  lastSeen: '最近出现',
  anyTime: '不限时间',
  lastDays_other: '最近 {{count}} 天',
  trend: '趋势',
  allTrends: '全部失败',
  trends: { new: '新出现', rising: '增多', 'new,rising': '新出现或增多' },
  runs_other: '{{count}} 次运行',
  devices_other: '{{count}} 台设备',
  versions: '版本',
  showRuns: '查看运行',
  samples: '示例',
  rerun: '重新运行',
};
