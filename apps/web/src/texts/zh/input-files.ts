import type { Translation } from '../resources';

export const texts: Translation<'input-files'> = {
  title: '输入文件',
  summary: '可以提供给运行的文件。30 天未使用的文件会被删除。',
  empty: '还没有输入文件',
  emptyText: '在此处、运行表单中或通过命令行上传的文件会显示在这里。',
  search: '按名称或 SHA-256 搜索',
  noMatch: '没有匹配的输入文件。',
  name: '名称',
  size: '大小',
  incomplete: '已上传 {{percent}}%',
  created: '上传时间',
  used: '上次使用',
  upload: '上传文件',
  uploading: '正在上传：{{percent}}%',
  uploaded: '{{name}} 已上传',
  remove: '删除',
  removeOne: '删除“{{name}}”',
  removeText: '仍需要此文件的运行会被拒绝。引用它的预设和定时任务会失败，直到你重新上传。',
  removed: '输入文件已删除',
};
