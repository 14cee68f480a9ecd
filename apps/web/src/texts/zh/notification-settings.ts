import type { Translation } from '../resources';

export const texts: Translation<'notification-settings'> = {
  title: '通知',
  summary: '选择显示程序消息的设备。收件箱会收到所有消息。',
  devices: '接收通知的设备',
  devicesNone: '还没有设备，消息只会显示在收件箱中。',
  tooMany: '最多可选择 {{limit}} 台设备。',
  old: '以下设备的应用版本低于 {{version}}，不会收到消息：',
  save: '保存',
  fromPrograms: '从程序发送',
  fromProgramsText: '在需要通知你的程序中加入此命令。它需要一个具有“运行”权限的访问令牌。',
  exampleText: '**备份**已完成',
  toTokens: '前往访问令牌',
};
