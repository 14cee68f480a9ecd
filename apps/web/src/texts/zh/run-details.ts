import type { Translation } from '../resources';

export const texts: Translation<'run-details'> = {
  runAgain: '重新运行',
  previous: '上一次运行',
  next: '下一次运行',
  code: '代码',
  showAll_other: '显示全部 {{count, number}} 行',
  showLess: '收起',
  openLine: '在编辑器中打开第 {{line}} 行',
  failedHere: '← 在此处失败',
};
