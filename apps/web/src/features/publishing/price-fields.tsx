import '@mantine/core/styles/SimpleGrid.css';
import { LIMITS } from '@drover/contract/limits';
import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { fromMinorUnits, money } from '../../lib/money';

/** An amount to show how one is written, in minor units of currencies with two decimals. */
const example = 1250;

interface Props {
  /** The amount as it is being written. */
  typed: string;
  currency: string;
  /** The amount in minor units; nothing where what is written is none. */
  price: number | undefined;
  isRight: boolean;
  onTyped: (typed: string) => void;
  onCurrency: (currency: string) => void;
}

/** An amount and its currency. */
export function PriceFields({ typed, currency, price, isRight, onTyped, onCurrency }: Props) {
  const { t, i18n } = useTranslation();
  const currencies = useMemo(() => currencyChoices(i18n.language), [i18n.language]);
  const inWords = (minorUnits: number) => money(minorUnits, currency, i18n.language);
  const problem =
    price === undefined
      ? t('publishing.amountProblem', { example: fromMinorUnits(example, currency) })
      : t('publishing.amountRange', { min: inWords(1), max: inWords(LIMITS.priceMax) });
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <TextInput
        label={t('publishing.amount')}
        inputMode="decimal"
        placeholder={fromMinorUnits(example, currency)}
        value={typed}
        onChange={(event) => onTyped(event.currentTarget.value)}
        error={typed.trim() !== '' && !isRight && problem}
      />
      <Select
        label={t('publishing.currency')}
        data={currencies}
        value={currency}
        onChange={(code) => code && onCurrency(code)}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('publishing.currencyNone')}
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
