/** Languages of the listing page, as Accept-Language names them. */
export const LISTING_LANGUAGES = ['en', 'zh'] as const;
export type ListingLanguage = (typeof LISTING_LANGUAGES)[number];

interface ListingTexts {
  /** The `lang` attribute of the page. */
  tag: string;
  version: (version: string) => string;
  by: (name: string) => string;
  free: string;
  monthly: (price: string) => string;
  code: string;
  check: string;
  discount: (percent: string) => string;
  wrongCode: string;
  canAdd: string;
  paid: string;
  add: string;
  addHint: string;
  noDescription: string;
  missing: string;
  missingText: string;
  reference: string;
}

/** The texts of the listing page, worded like the console. Names are passed as escaped HTML. */
export const LISTING_TEXTS: Record<ListingLanguage, ListingTexts> = {
  en: {
    tag: 'en',
    version: (version) => `Version ${version}`,
    by: (name) => `by ${name}`,
    free: 'Free',
    monthly: (price) => `${price} per month`,
    code: 'Promotion code',
    check: 'Check',
    discount: (percent) => `with this code (${percent} off)`,
    wrongCode: 'This code is invalid or has expired.',
    canAdd: 'You can add the script with this code.',
    paid: 'To add this script, you need a 100% promotion code from its author.',
    add: 'Add to library',
    addHint: 'You need an account on this server.',
    noDescription: 'No description.',
    missing: 'Script not found',
    missingText: 'There is no script at this address, or its author has unpublished it.',
    reference: 'API reference',
  },
  zh: {
    tag: 'zh-Hans',
    version: (version) => `版本 ${version}`,
    by: (name) => `作者：${name}`,
    free: '免费',
    monthly: (price) => `每月 ${price}`,
    code: '优惠码',
    check: '查询',
    discount: (percent) => `使用此优惠码（减免 ${percent}）`,
    wrongCode: '此优惠码无效或已过期。',
    canAdd: '可以使用此优惠码添加脚本。',
    paid: '添加此脚本需要作者提供的 100% 优惠码。',
    add: '添加到脚本库',
    addHint: '需要此服务器的账户。',
    noDescription: '暂无说明。',
    missing: '未找到脚本',
    missingText: '此地址没有脚本，或作者已取消发布。',
    reference: 'API 参考',
  },
};
