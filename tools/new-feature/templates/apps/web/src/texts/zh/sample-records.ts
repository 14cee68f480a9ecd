import type { Translation } from '../resources';

export const texts: Translation<'sample-records'> = {
  title: 'Sample records',
  summary: '此账户的 sample records，最新的在前。',
  create: '新建 sample record',
  createDo: '创建',
  empty: '还没有 sample records',
  emptyText: '创建一个，并为它命名。',
  name: '名称',
  created: '创建时间',
  actions: '{{name}} 的更多操作',
  rename: '重命名',
  remove: '删除',
  removeTitle: '删除 {{name}}？',
  removeText: '此操作无法撤销。',
  removed: '{{name}} 已删除',
};
