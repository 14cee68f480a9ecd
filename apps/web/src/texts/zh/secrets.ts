import type { Translation } from '../resources';

export const texts: Translation<'secrets'> = {
  title: '机密',
  summary: '供脚本使用的密码和密钥。值会加密保存，在运行中显示为 ***。',
  create: '新建机密',
  empty: '还没有机密',
  emptyText: '将密码保存在这里，脚本按名称使用。它不会出现在任务和日志中。',
  name: '名称',
  nameHelp: '大写字母、数字和 _',
  nameWrong: '以大写字母或 _ 开头，其后可以是大写字母、数字和 _。',
  value: '值',
  valueHelp: '至少 {{min}} 个字符。保存后不再显示。',
  use: '在脚本参数中这样使用：',
  updated: '更新时间',
  set: '{{name}} 已保存',
  replaceOne: '替换 {{name}}',
  remove: '删除',
  removeOne: '删除 {{name}}',
  removeText: '需要此机密的排队中的运行将被拒绝，正在进行的运行不受影响。',
  removed: '{{name}} 已删除',
};
