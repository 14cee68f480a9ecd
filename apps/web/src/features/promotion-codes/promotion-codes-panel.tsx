import { LIMITS } from '@drover/contract/limits';
import type { Devscript } from '@drover/sdk';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { promotionCodeQueries } from '../../queries/promotion-codes';
import { List } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { CodeList } from './code-list';
import { CreateCode } from './create-code';

/** Discounts for a day, or why there can be none yet. */
export function PromotionCodesPanel({ devscript }: { devscript: Devscript }) {
  const { t } = useTranslation();
  const query = useQuery(promotionCodeQueries.list(devscript._id));
  const count = query.data?.count ?? 0;
  const isFull = count >= LIMITS.promotionCodes;
  const reason =
    devscript.reviewState !== 'approved'
      ? t('promotionCodes.needReview')
      : devscript.plan === 'free'
        ? t('promotionCodes.needPrice')
        : isFull && t('promotionCodes.full', { count });
  const none = !reason && (
    <Text size="sm" c="dimmed">
      {t('promotionCodes.none')}
    </Text>
  );
  return (
    <Panel
      title={t('promotionCodes.title')}
      aside={
        count > 0 && (
          <Text size="xs" c="dimmed">
            {t('promotionCodes.count', { count, max: LIMITS.promotionCodes })}
          </Text>
        )
      }
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('promotionCodes.text')}
        </Text>
        {reason ? <Text size="sm">{reason}</Text> : <CreateCode devscriptId={devscript._id} />}
        <List query={query} rows={1} empty={none}>
          {(codes) => <CodeList devscriptId={devscript._id} codes={codes} />}
        </List>
      </Stack>
    </Panel>
  );
}
