import type { Translation } from '../resources';

export const texts: Translation<'run-log'> = {
  title: '日志',
  search: '搜索日志',
  level: '最低级别',
  levels: {
    verbose: '所有级别',
    debug: '调试及以上',
    info: '信息及以上',
    warn: '警告及以上',
    error: '错误',
  },
  timestamps: '时间戳',
  follow: '跟随',
  toEnd: '跳到末尾',
  pause: '暂停',
  download: '下载',
  lineLink: '复制第 {{line}} 行的链接',
  linkCopied: '已复制第 {{line}} 行的链接',
  empty: '没有输出。',
  waiting: '还没有输出。',
  noMatch: '没有匹配的行。',
  lines_other: '{{count, number}} 行',
};
