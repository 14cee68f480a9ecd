import type { Translation } from '../resources';

export const texts: Translation<'statistics'> = {
  title: '统计',
  range: '时间范围',
  ranges: { day: '最近 24 小时', week: '最近 7 天', month: '最近 30 天' },
  script: '脚本',
  allScripts: '全部脚本',
  group: '设备分组',
  allDevices: '全部设备',
  runsPerHour: '每小时运行次数',
  runsPerDay: '每天运行次数',
  scripts: '全部设备上的脚本',
  empty: '这段时间内没有运行',
  runs: '运行次数',
  failed: '失败',
  success: '成功率',
  durationMedian: '时长中位数',
  durationP95: '时长 95 %',
  latencyMedian: '下发延迟中位数',
  latencyP95: '下发延迟 95 %',
  code: '一次性代码',
  deleted: '已删除的脚本',
};
