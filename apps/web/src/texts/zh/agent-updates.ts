import type { Translation } from '../resources';

export const texts: Translation<'agent-updates'> = {
  title: '代理更新',
  summary: '何时将旧版本的代理更新为服务器的版本。',
  mode: '更新方式',
  manual: '手动',
  manualText: '你从设备列表启动更新。',
  automatic: '自动',
  automaticText: '服务器分批更新已连接的设备；如果在一台设备上更新失败，则停止。',
  hasWindow: '仅在维护时段内',
  from: '开始',
  to: '结束',
  overnight: '次日结束。',
  days: '开始日',
  timeZone: '时区',
  save: '保存',
  toJobs: '查看自动更新',
};
