import type { Translation } from '../resources';

export const texts: Translation<'app'> = {
  navigation: {
    label: '主导航',
    open: '打开导航',
    skip: '跳到正文',
    home: '概览',
    devices: '设备',
    devscripts: '脚本',
    library: '脚本库',
    presets: '预设',
    schedules: '定时任务',
    stores: '共享存储',
    jobs: '任务',
    failures: '失败',
    statistics: '统计',
    runs: '运行记录',
    inbox: '收件箱',
    unread_other: '{{count}} 条新消息',
    approvals: '审批',
    reviews: '审核',
    waiting_other: '{{count}} 个待处理',
    settings: '设置',
    reference: 'API 参考',
  },
  search: '搜索',
  preferences: {
    theme: '主题',
    light: '浅色',
    dark: '深色',
    auto: '跟随系统',
    language: '语言',
  },
  live: {
    reconnecting: '连接已断开，正在重新连接…',
    unreachable: '无法连接服务器，恢复后会自动继续。',
  },
  missing: {
    title: '页面不存在',
    text: '地址可能有误，或页面已被删除。',
    home: '返回概览',
  },
};
