import type { Translation } from '../resources';

export const texts: Translation<'palette'> = {
  title: '搜索和运行',
  placeholder: '搜索，或输入“运行 … 于 …”',
  results: '结果',
  hint: '↑ ↓ 选择 · Enter 打开 · Esc 关闭',
  pages: '页面',
  devices: '设备',
  scripts: '脚本',
  jobs: '任务和运行',
  actions: '操作',
  run: '运行 {{script}}…',
  runOn: '在 {{device}} 上运行 {{script}}…',
  runRecord: '在 {{device}} 上的运行',
  online: '在线',
  offline: '离线',
  searching: '正在搜索…',
  empty: '没有结果。可以按名称搜索，也可以输入任务或运行的 ID。',
  failed: '搜索失败。请检查网络后重试。',
  shortcuts: {
    title: '键盘快捷键',
    palette: '搜索和运行',
    filter: '筛选此页',
    help: '显示快捷键',
    save: '保存脚本（编辑器）',
    run: '保存并运行脚本（编辑器）',
  },
};
