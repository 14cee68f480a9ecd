import type { Translation } from '../resources';

export const texts: Translation<'run-list'> = {
  title: '运行记录',
  empty: '还没有运行记录',
  emptyText: '脚本在每台设备上的一次执行是一条运行记录。运行脚本后即可在此查看。',
  toScripts: '前往脚本',
  unnamed: '一次性代码',
};
