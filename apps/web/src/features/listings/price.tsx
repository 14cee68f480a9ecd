import type { Listing } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { money } from '../../lib/money';

/** What a script costs, in words. */
export function Price({ listing: { plan, price, currency } }: { listing: Listing }) {
  const { t, i18n } = useTranslation();
  if (plan === 'free' || price === null || currency === null) return t('listings.free');
  return t('listings.aMonth', { price: money(price, currency, i18n.language) });
}
