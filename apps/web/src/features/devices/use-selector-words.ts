import type { DeviceGroup, DeviceSelector } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { ruleKeys } from './device-rule';

/** A selector in words: "Tag farm · Online". */
export function useSelectorWords(groups: DeviceGroup[]): (selector: DeviceSelector) => string {
  const { t } = useTranslation();
  return (selector) => {
    const group = groups.find(({ _id }) => _id === selector.group);
    const words = [
      ...(selector.group === undefined
        ? []
        : [t('deviceChoice.rule.inGroup', { group: group?.name ?? '–' })]),
      ...ruleKeys.flatMap((key) => {
        const value = selector[key];
        if (value === undefined) return [];
        return typeof value === 'boolean'
          ? [t(value ? 'online' : 'offline')]
          : [t('deviceChoice.rule.is', { condition: t(`deviceChoice.rule.${key}`), value })];
      }),
    ];
    return words.length > 0 ? words.join(' · ') : t('deviceChoice.rule.all');
  };
}
