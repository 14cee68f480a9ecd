import type { Translation } from '../resources';

export const texts: Translation<'promotion-codes'> = {
  title: '优惠码',
  text: '优惠码按百分比减免月价，有效期至创建当天结束（以服务器所在时区为准）。',
  needReview: '脚本通过审核后才能创建优惠码。',
  needPrice: '优惠码仅适用于按月收费的脚本，请先设置价格。',
  none: '今天没有有效的优惠码。',
  full: '有效的优惠码已达到 {{count}} 个的上限。请先删除一个。',
  count: '{{count}} / {{max}}',
  percentOff: '减免百分比',
  percentProblem: '请输入 {{min}} 到 {{max}} 之间的数字。',
  create: '创建优惠码',
  adds: '可添加此脚本',
  off: '减免 {{percent}}',
  until: '有效期至 {{time}}',
  copy: '复制优惠码 {{code}}',
  remove: '删除优惠码 {{code}}',
  removed: '优惠码 {{code}} 已删除',
};
