import '@mantine/core/styles/SimpleGrid.css';
import { LIMITS } from '@drover/contract/limits';
import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMinorUnits, formatMoney } from '../../lib/money';

/** The example amount, in minor units. */
const example = 1250;

interface Props {
  /** The amount as typed. */
  amount: string;
  currency: string;
  /** The amount in minor units, or `undefined` if the text is not an amount. */
  price: number | undefined;
  isValid: boolean;
  onAmountChange: (amount: string) => void;
  onCurrencyChange: (currency: string) => void;
}

export function PriceFields({ amount, currency, price, isValid, onAmountChange, onCurrencyChange }: Props) {
  const { t, i18n } = useTranslation('publishing');
  const currencies = useMemo(() => currencyChoices(i18n.language), [i18n.language]);
  const format = (minorUnits: number) => formatMoney(minorUnits, currency, i18n.language);
  const problem =
    price === undefined
      ? t('amountProblem', { example: formatMinorUnits(example, currency) })
      : t('amountRange', { min: format(1), max: format(LIMITS.priceMax) });
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <TextInput
        label={t('amount')}
        inputMode="decimal"
        placeholder={formatMinorUnits(example, currency)}
        value={amount}
        onChange={(event) => onAmountChange(event.currentTarget.value)}
        error={amount.trim() !== '' && !isValid && problem}
      />
      <Select
        label={t('currency')}
        data={currencies}
        value={currency}
        onChange={(code) => code && onCurrencyChange(code)}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('currencyNone')}
      />
    </SimpleGrid>
  );
}

function currencyChoices(language: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'currency' });
  return Intl.supportedValuesOf('currency').map((value) => ({
    value,
    label: `${value} · ${names.of(value) ?? value}`,
  }));
}
