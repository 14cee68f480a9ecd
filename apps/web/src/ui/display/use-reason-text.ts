import { readReason } from '@drover/contract/reasons';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { stripColors } from './strip-colors';

/**
 * Returns a function that translates the reason of a run, an occurrence, a rollout or a webhook. Texts of scripts only
 * lose their colours.
 */
export function useReasonText(): (reason: string) => string {
  const { t, i18n } = useTranslation('reasons');
  return useCallback(
    (reason) => {
      const translate = (text: string): string => {
        const known = readReason(text);
        if (!known) return stripColors(text);
        const { reason: cause } = known.values;
        return t(known.code, { ...known.values, ...(cause !== undefined && { reason: translate(cause) }) });
      };
      // Occurrences join two reasons: that some devices were deleted, and that others were offline.
      const parts = reason.split('; ');
      const isJoined = !readReason(reason) && parts.every((part) => readReason(part));
      return isJoined ? parts.map(translate).join(i18n.language === 'zh' ? '；' : '; ') : translate(reason);
    },
    [t, i18n],
  );
}
