import type { promotionCodes as english } from '../en/promotion-codes';
import type { Words } from '../words';

export const promotionCodes: Words<typeof english> = {
  title: '优惠码',
  text: '优惠码按百分比减免月价，有效期到创建当天结束（以服务所在时区为准）。',
  needReview: '脚本通过审核后才能创建优惠码。',
  needPrice: '按月收费的脚本才能创建优惠码，请先设置价格。',
  none: '今天没有有效的优惠码。',
  full: '已有 {{count}} 个有效的优惠码，达到上限。请先删除一个。',
  count: '{{count}} / {{max}}',
  percentOff: '减免百分比',
  percentProblem: '范围为 {{min}} 到 {{max}}。',
  create: '创建优惠码',
  adds: '可直接加入脚本库',
  off: '减免 {{percent}}',
  until: '有效期至 {{time}}',
  copy: '复制优惠码 {{code}}',
  remove: '删除优惠码 {{code}}',
  removed: '优惠码 {{code}} 已删除',
};
