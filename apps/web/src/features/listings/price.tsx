import type { Listing } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../lib/money';

/** The price of a script. */
export function Price({ listing: { plan, price, currency } }: { listing: Listing }) {
  const { t, i18n } = useTranslation('listings');
  if (plan === 'free' || price === null || currency === null) return t('free');
  return t('aMonth', { price: formatMoney(price, currency, i18n.language) });
}
