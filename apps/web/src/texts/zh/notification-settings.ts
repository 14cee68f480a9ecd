import type { notificationSettings as english } from '../en/notification-settings';
import type { Words } from '../words';

export const notificationSettings: Words<typeof english> = {
  title: '通知',
  summary: '程序发给您的消息推送到哪些设备。无论如何，收件箱都会保留消息。',
  devices: '设备',
  devicesNone: '还没有设备，消息只进入收件箱。',
  tooMany: '最多可选择 {{limit}} 台设备。',
  old: '以下设备的应用版本低于 {{version}}，不会收到推送：',
  save: '保存选择',
  fromPrograms: '从您的程序发送',
  fromProgramsText: '把这一行放到需要通知您的地方。需要一个可以运行的访问令牌。',
  exampleText: '**备份**已完成',
  toTokens: '前往访问令牌',
};
