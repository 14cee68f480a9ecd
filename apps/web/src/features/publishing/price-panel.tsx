import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import '@mantine/core/styles/SimpleGrid.css';
import { LIMITS } from '@drover/contract/limits';
import type { Devscript, PricingPlan, SetPricing } from '@drover/sdk';
import { Button, Group, SegmentedControl, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useMemo, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { fromMinorUnits, money, toMinorUnits } from '../../lib/money';
import { Panel } from '../../ui/panel';
import { useChange } from './use-change';

/** An amount to show how one is written, in minor units of currencies with two decimals. */
const example = 1250;

/** What the script costs: nothing, or an amount a month. */
export function PricePanel({ devscript }: { devscript: Devscript }) {
  const { t, i18n } = useTranslation();
  const [plan, setPlan] = useState<PricingPlan>(devscript.plan);
  const [currency, setCurrency] = useState(devscript.currency ?? (i18n.language === 'zh' ? 'CNY' : 'EUR'));
  const [typed, setTyped] = useState(
    devscript.price === null ? '' : fromMinorUnits(devscript.price, currency),
  );
  const currencies = useMemo(() => currencyChoices(i18n.language), [i18n.language]);
  const price = toMinorUnits(typed, currency);
  const inWords = (minorUnits: number) => money(minorUnits, currency, i18n.language);
  const pricing: SetPricing | undefined =
    plan === 'free' ? { plan } : isPrice(price) ? { plan, price, currency } : undefined;
  const isChanged =
    plan !== devscript.plan ||
    (plan === 'monthly' && (price !== devscript.price || currency !== devscript.currency));
  const save = useChange(
    (changed: SetPricing) => drover.devscripts.setPricing(devscript._id, changed),
    () => t('saved'),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pricing && isChanged && !save.isPending) save.mutate(pricing);
  };
  const problem =
    price === undefined
      ? t('publishing.amountProblem', { example: fromMinorUnits(example, currency) })
      : t('publishing.amountRange', { min: inWords(1), max: inWords(LIMITS.priceMax) });
  return (
    <Panel title={t('listings.price')}>
      <form onSubmit={submit}>
        <Stack gap="md">
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
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
              <TextInput
                label={t('publishing.amount')}
                inputMode="decimal"
                placeholder={fromMinorUnits(example, currency)}
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
                error={typed.trim() !== '' && !isPrice(price) && problem}
              />
              <Select
                label={t('publishing.currency')}
                data={currencies}
                value={currency}
                onChange={(code) => code && setCurrency(code)}
                searchable
                allowDeselect={false}
                nothingFoundMessage={t('publishing.currencyNone')}
              />
            </SimpleGrid>
          )}
          {plan === 'monthly' && isPrice(price) && (
            <Text size="sm" fw={550}>
              {t('listings.aMonth', { price: inWords(price) })}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {t('publishing.priceNote')}
          </Text>
          <Group>
            <Button
              type="submit"
              variant="default"
              loading={save.isPending}
              disabled={!isChanged || !pricing}
            >
              {t('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

function isPrice(price: number | undefined): price is number {
  return price !== undefined && price >= 1 && price <= LIMITS.priceMax;
}

function currencyChoices(language: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'currency' });
  return Intl.supportedValuesOf('currency').map((value) => ({
    value,
    label: `${value} · ${names.of(value) ?? value}`,
  }));
}
