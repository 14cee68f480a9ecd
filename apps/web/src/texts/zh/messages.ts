import type { messages as english } from '../en/messages';
import type { Words } from '../words';

export const messages: Words<typeof english> = {
  title: '收件箱',
  summary: '脚本和程序发来的消息。',
  empty: '还没有消息',
  emptyText: '脚本可以用 hamibot.postMessage 发送消息，其他程序用一行 curl 即可。',
  setUp: '设置通知',
  new: '新',
  fromDevice: '来自 {{device}}',
  toDevice: '发给 {{device}}',
  fromProgram: '来自程序',
  deletedDevice: '已删除的设备',
  openRun: '打开运行记录',
  image: '脚本发来的图片',
  imageBroken: '无法显示这张图片。',
  attachment: '附带的数据',
  showAll: '显示全部',
  send: '发送消息',
  sendTo: '消息会进入此收件箱，并推送到所选的通知设备。',
  text: '内容',
  textHelp: '支持 Markdown。',
  cut_other: '超过 {{limit}} 个字符，末尾 {{count}} 个字符会被截掉',
  sendDo: '发送',
  sent: '消息已发送',
};
