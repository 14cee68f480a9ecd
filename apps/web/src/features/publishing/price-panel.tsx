import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { LIMITS } from '@drover/contract/limits';
import type { Devscript, PricingPlan, SetPricing } from '@drover/sdk';
import { SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { formatMinorUnits, formatMoney, parseMinorUnits } from '../../lib/money';
import { PanelForm } from './panel-form';
import { PriceFields } from './price-fields';
import { useDevscriptMutation } from './use-devscript-mutation';

/** The price of the script: free, or an amount per month. */
export function PricePanel({ devscript }: { devscript: Devscript }) {
  const { t, i18n } = useTranslation(['listings', 'publishing', 'common']);
  const [plan, setPlan] = useState<PricingPlan>(devscript.plan);
  const [currency, setCurrency] = useState(devscript.currency ?? (i18n.language === 'zh' ? 'CNY' : 'EUR'));
  const [amount, setAmount] = useState(
    devscript.price === null ? '' : formatMinorUnits(devscript.price, currency),
  );
  const price = parseMinorUnits(amount, currency);
  const pricing: SetPricing | undefined =
    plan === 'free' ? { plan } : isPrice(price) ? { plan, price, currency } : undefined;
  const isChanged =
    plan !== devscript.plan ||
    (plan === 'monthly' && (price !== devscript.price || currency !== devscript.currency));
  const save = useDevscriptMutation(
    (changed: SetPricing) => drover.devscripts.setPricing(devscript._id, changed),
    () => t('common:saved'),
  );
  const submit = () => pricing && save.mutate(pricing);
  return (
    <PanelForm
      title={t('price')}
      isValid={isChanged && pricing !== undefined}
      mutation={{ ...save, mutate: () => void submit() }}
    >
      <SegmentedControl
        aria-label={t('price')}
        value={plan}
        onChange={setPlan}
        data={[
          { value: 'free', label: t('free') },
          { value: 'monthly', label: t('publishing:monthly') },
        ]}
      />
      {plan === 'monthly' && (
        <PriceFields
          {...{ amount, currency, price }}
          isValid={isPrice(price)}
          onAmountChange={setAmount}
          onCurrencyChange={setCurrency}
        />
      )}
      {plan === 'monthly' && isPrice(price) && (
        <Text size="sm" fw={550}>
          {t('aMonth', { price: formatMoney(price, currency, i18n.language) })}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {t('publishing:priceNote')}
      </Text>
    </PanelForm>
  );
}

function isPrice(price: number | undefined): price is number {
  return price !== undefined && price >= 1 && price <= LIMITS.priceMax;
}
