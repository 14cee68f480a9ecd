import { LIMITS } from '@drover/contract/limits';
import type { Devscript } from '@drover/sdk';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { promotionCodeQueries } from '../../queries/promotion-codes';
import { Panel } from '../../ui/layout/panel';
import { List } from '../../ui/lists/query-result';
import { CodeList } from './code-list';
import { CreateCode } from './create-code';

/** The promotion codes of a script, or the reason why none can be created yet. */
export function PromotionCodesPanel({ devscript }: { devscript: Devscript }) {
  const { t } = useTranslation('promotion-codes');
  const query = useQuery(promotionCodeQueries.list(devscript._id));
  const count = query.data?.count ?? 0;
  const isFull = count >= LIMITS.promotionCodes;
  const reason =
    devscript.reviewState !== 'approved'
      ? t('needReview')
      : devscript.plan === 'free'
        ? t('needPrice')
        : isFull && t('full', { count });
  const none = !reason && (
    <Text size="sm" c="dimmed">
      {t('none')}
    </Text>
  );
  return (
    <Panel
      title={t('title')}
      aside={
        count > 0 && (
          <Text size="xs" c="dimmed">
            {t('count', { count, max: LIMITS.promotionCodes })}
          </Text>
        )
      }
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('text')}
        </Text>
        {reason ? <Text size="sm">{reason}</Text> : <CreateCode devscriptId={devscript._id} />}
        <List query={query} rows={1} empty={none}>
          {(codes) => <CodeList devscriptId={devscript._id} codes={codes} />}
        </List>
      </Stack>
    </Panel>
  );
}
