import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { LIMITS } from '@drover/contract/limits';
import type { Devscript, PricingPlan, SetPricing } from '@drover/sdk';
import { SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { fromMinorUnits, money, toMinorUnits } from '../../lib/money';
import { PanelForm } from './panel-form';
import { PriceFields } from './price-fields';
import { useChange } from './use-change';

/** What the script costs: nothing, or an amount a month. */
export function PricePanel({ devscript }: { devscript: Devscript }) {
  const { t, i18n } = useTranslation();
  const [plan, setPlan] = useState<PricingPlan>(devscript.plan);
  const [currency, setCurrency] = useState(devscript.currency ?? (i18n.language === 'zh' ? 'CNY' : 'EUR'));
  const [typed, setTyped] = useState(
    devscript.price === null ? '' : fromMinorUnits(devscript.price, currency),
  );
  const price = toMinorUnits(typed, currency);
  const pricing: SetPricing | undefined =
    plan === 'free' ? { plan } : isPrice(price) ? { plan, price, currency } : undefined;
  const isChanged =
    plan !== devscript.plan ||
    (plan === 'monthly' && (price !== devscript.price || currency !== devscript.currency));
  const save = useChange(
    (changed: SetPricing) => drover.devscripts.setPricing(devscript._id, changed),
    () => t('saved'),
  );
  const submit = () => pricing && save.mutate(pricing);
  return (
    <PanelForm
      title={t('listings.price')}
      isValid={isChanged && pricing !== undefined}
      save={{ ...save, mutate: () => void submit() }}
    >
      <SegmentedControl
        aria-label={t('listings.price')}
        value={plan}
        onChange={setPlan}
        data={[
          { value: 'free', label: t('listings.free') },
          { value: 'monthly', label: t('publishing.monthly') },
        ]}
      />
      {plan === 'monthly' && (
        <PriceFields
          {...{ typed, currency, price }}
          isRight={isPrice(price)}
          onTyped={setTyped}
          onCurrency={setCurrency}
        />
      )}
      {plan === 'monthly' && isPrice(price) && (
        <Text size="sm" fw={550}>
          {t('listings.aMonth', { price: money(price, currency, i18n.language) })}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {t('publishing.priceNote')}
      </Text>
    </PanelForm>
  );
}

function isPrice(price: number | undefined): price is number {
  return price !== undefined && price >= 1 && price <= LIMITS.priceMax;
}
