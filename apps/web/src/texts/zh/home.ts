import type { Translation } from '../resources';

export const texts: Translation<'home'> = {
  title: '概览',
  welcome: '欢迎使用 Drover',
  welcomeText: '三步运行你的第一个脚本。',
  stepDevice: '添加设备',
  stepDeviceText: '在手机、电脑、服务器或开发板上启动代理程序，也可以使用本机。',
  stepScript: '编写脚本',
  stepScriptText: '在浏览器中编写几行 JavaScript。',
  stepRun: '运行脚本',
  stepRunText: '选择设备，实时查看日志。',
  openScript: '打开脚本',
  done: '已完成',
  devicesOnline: '在线设备',
  runsInProgress: '正在运行',
  recentJobs: '最近的任务',
  allJobs: '全部任务',
  ofDevices: '共 {{count}} 台',
  queued_other: '{{count}} 个排队中',
};
