import type { secrets as english } from '../en/secrets';
import type { Words } from '../words';

export const secrets: Words<typeof english> = {
  title: '机密',
  summary: '脚本需要的密码和密钥。它们的值会加密保存，运行输出中出现时一律显示为 ***。',
  create: '新建机密',
  empty: '还没有机密',
  emptyText: '把密码存放在这里，按名称交给脚本使用：它不会出现在任务和日志中。',
  name: '名称',
  nameHelp: '大写字母、数字和 _',
  nameWrong: '以字母或 _ 开头，其后可以是大写字母、数字和 _。',
  value: '值',
  valueHelp: '至少 {{min}} 个字符。保存后不再显示。',
  use: '在脚本的配置值中这样使用：',
  updated: '设置时间',
  set: '{{name}} 已设置',
  replaceOne: '替换 {{name}}',
  remove: '删除',
  removeOne: '删除 {{name}}',
  removeText: '仍在等待设备、且需要它的运行将被拒绝。正在进行的运行不受影响。',
  removed: '{{name}} 已删除',
};
