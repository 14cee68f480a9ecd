import type { DeviceGroup, DeviceSelector } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { ruleKeys } from './device-rule';

/** Returns a function that describes a selector: "Tag farm · Online". */
export function useSelectorDescription(groups: DeviceGroup[]): (selector: DeviceSelector) => string {
  const { t } = useTranslation(['device-choice', 'common']);
  return (selector) => {
    const group = groups.find(({ _id }) => _id === selector.group);
    const parts = [
      ...(selector.group === undefined ? [] : [t('rule.inGroup', { group: group?.name ?? '–' })]),
      ...ruleKeys.flatMap((key) => {
        const value = selector[key];
        if (value === undefined) return [];
        return typeof value === 'boolean'
          ? [t(value ? 'common:online' : 'common:offline')]
          : [t('rule.is', { condition: t(`rule.${key}`), value })];
      }),
    ];
    return parts.length > 0 ? parts.join(' · ') : t('rule.all');
  };
}
