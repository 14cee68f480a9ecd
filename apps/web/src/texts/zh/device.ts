import type { device as english } from '../en/device';
import type { Words } from '../texts';
import { phone } from './phone';

export const device: Words<typeof english> = {
  sendMessage: '发送消息',
  messageTo: '发消息给 {{name}}',
  messageTitle: '标题',
  messageText: '内容',
  messageSend: '发送',
  messageSent: '发给 {{name}} 的消息已发出',
  messageOffline: '设备当前离线：它在 {{time}}内连接后会显示这条消息。',
  messageTooOld: '此设备上的应用版本为 {{version}}。接收消息需要 {{least}} 或更高版本，请先更新应用。',
  onlineHistory: '在线记录',
  lastDay: '24 小时',
  lastWeek: '7 天',
  onlineShare: '自 {{time}} 起，在线时间占 {{share}}',
  onlineNever: '此设备还没有连接过。',
  onlineFrom: '上线',
  onlineUntil: '离线',
  onlineLength: '时长',
  onlineNow: '至今',
  onlineMore: '显示全部 {{count}} 条',
  phone,
};
