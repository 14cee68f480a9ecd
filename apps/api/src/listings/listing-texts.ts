/** Languages of the listing page, by what a browser asks for. */
export const LISTING_LANGUAGES = ['en', 'zh'] as const;
export type ListingLanguage = (typeof LISTING_LANGUAGES)[number];

interface ListingTexts {
  /** As the page's `lang` has it. */
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

/** What the page says beside what the owner wrote. Names come in as HTML. */
export const LISTING_TEXTS: Record<ListingLanguage, ListingTexts> = {
  en: {
    tag: 'en',
    version: (version) => `Version ${version}`,
    by: (name) => `by ${name}`,
    free: 'Free',
    monthly: (price) => `${price} a month`,
    code: 'Promotion code',
    check: 'Check',
    discount: (percent) => `with this code: ${percent} off`,
    wrongCode: 'This code is unknown here, or no longer valid.',
    canAdd: 'This code lets you add the script.',
    paid: 'Adding it takes a code of 100%: its owner gives one to whom they let in.',
    add: 'Add to my library',
    addHint: 'For those who have an account here.',
    noDescription: 'Its owner has not described it.',
    missing: 'No such script',
    missingText: 'There is no script at this address, or its owner has taken the listing down.',
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
    discount: (percent) => `使用此优惠码，减免 ${percent}`,
    wrongCode: '此优惠码无效或已过期。',
    canAdd: '凭此优惠码可以添加脚本。',
    paid: '添加需要 100% 的优惠码，由作者提供给获准的人。',
    add: '加入我的脚本库',
    addHint: '需要本系统的账户。',
    noDescription: '作者没有填写说明。',
    missing: '没有这个脚本',
    missingText: '此地址没有脚本，或者作者已关闭展示页。',
    reference: 'API 参考',
  },
};
