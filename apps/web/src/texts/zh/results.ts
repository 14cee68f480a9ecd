import type { Translation } from '../resources';

export const texts: Translation<'results'> = {
  title: '结果数据',
  text: '脚本在运行中返回的数据。',
  result: '结果数据',
  allOfJob: '该任务的全部结果',
  device: '设备',
  time: '创建时间',
  search: '搜索结果',
  empty: '没有结果数据',
  emptyText: '脚本用 drover.result(…) 设置运行的结果数据。',
  problem: '未保存：{{problem}}',
  newestOnly_other: '仅显示最新的 {{count}} 条结果。',
  results_other: '{{count}} 条结果',
  columns: '显示 {{all}} 列中的 {{shown}} 列，下载文件包含全部列',
  column: '图表的列',
  overTime: '数值随时间的变化',
  acrossDevices: '各设备的数值',
  range_other: '{{count}} 个数值：从 {{min}} 到 {{max}}，平均 {{mean}}',
  csv: 'CSV',
  json: 'JSON',
};
