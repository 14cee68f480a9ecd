import type { Translation } from '../resources';

export const texts: Translation<'artifacts'> = {
  title: '文件',
  downloadAll: '全部下载（ZIP）',
  download: '下载',
  downloadOf: '下载 {{name}}',
  show: '显示',
  showOf: '显示 {{name}}',
  hide: '隐藏',
  hideOf: '隐藏 {{name}}',
  enlarge: '放大 {{name}}',
  shrink: '缩小 {{name}}',
  problem: '未保存：{{problem}}',
  cut: '仅显示前 {{size}}。',
  firstRows: '仅显示前 {{count}} 行。',
};
