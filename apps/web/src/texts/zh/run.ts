import type { run as english } from '../en/run';
import type { Words } from '../texts';

export const run: Words<typeof english> = {
  title: '运行 {{name}}',
  on: '选择设备',
  search: '搜索设备',
  allOnline: '全部在线设备',
  none: '清空',
  chosen_other: '已选 {{count}} 台',
  offline_other: '其中 {{count}} 台离线：在 {{deadline}} 之前连接后即会运行。',
  noDevices: '还没有设备，请先添加。',
  noMatch: '没有匹配的设备。',
  values: '参数',
  form: '表单',
  json: 'JSON',
  jsonHelp: '以名称为键的 JSON 对象，脚本通过 drover.env 读取。',
  jsonProblem: '不是有效的 JSON 对象：{{problem}}',
  remember: '记住这些值',
  more: '期限与时限',
  deliverWithin: '送达期限',
  deliverWithinHelp: '逾期仍未连接的设备不会运行。',
  timeout: '运行时限',
  timeoutHelp: '超过时限的运行会被终止。',
  noLimit: '不限',
  do: '运行',
  doOn_other: '在 {{count}} 台设备上运行',
};
