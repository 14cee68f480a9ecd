import { LIMITS } from '@drover/contract/limits';
import type { Devscript } from '@drover/sdk';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { promotionCodeQueries } from '../../queries/promotion-codes';
import { Failure } from '../../ui/failure';
import { Panel } from '../../ui/panel';
import { RowsLoading } from '../../ui/rows-loading';
import { CreateCode } from './create-code';
import { CodeList } from './code-list';

/** Discounts for a day, or why there can be none yet. */
export function PromotionCodesPanel({ devscript }: { devscript: Devscript }) {
  const { t } = useTranslation();
  const { data, isError, error, refetch } = useQuery(promotionCodeQueries.list(devscript._id));
  const count = data?.count ?? 0;
  const isFull = count >= LIMITS.promotionCodes;
  const reason =
    devscript.reviewState !== 'approved'
      ? t('promotionCodes.needReview')
      : devscript.plan === 'free'
        ? t('promotionCodes.needPrice')
        : isFull && t('promotionCodes.full', { count });
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
        {isError && <Failure error={error} onRetry={() => void refetch()} />}
        {!data && !isError && <RowsLoading rows={1} />}
        {data && count > 0 && <CodeList devscriptId={devscript._id} codes={data.items} />}
        {count === 0 && data && !reason && (
          <Text size="sm" c="dimmed">
            {t('promotionCodes.none')}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}
