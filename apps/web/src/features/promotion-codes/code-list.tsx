import type { PromotionCode } from '@drover/sdk';
import { ActionIcon, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { percents } from '../../lib/money';
import { promotionCodeQueries } from '../../queries/promotion-codes';
import { Copy } from '../../ui/copy';
import { TrashIcon } from '../../ui/icons';
import { useShowFailure } from '../../ui/show-failure';
import classes from './code-list.module.css';

interface Props {
  devscriptId: string;
  codes: PromotionCode[];
}

/** The codes that are valid, to be copied or taken back. */
export function CodeList({ devscriptId, codes }: Props) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const showFailure = useShowFailure();
  const remove = useMutation({
    mutationFn: ({ _id }: PromotionCode) => drover.promotionCodes.remove(devscriptId, _id),
    onSuccess: (_done, { code }) =>
      void notifications.show({ message: t('promotionCodes.removed', { code }) }),
    onError: showFailure,
    onSettled: () => client.invalidateQueries(promotionCodeQueries.list(devscriptId)),
  });
  return (
    <ul className={classes.codes}>
      {codes.map((promotion) => {
        const { _id, code, percentOff, expiresAt } = promotion;
        const percent = percents(percentOff, i18n.language);
        return (
          <li key={_id} className={classes.code}>
            <div className={classes.words}>
              <Text size="sm" ff="monospace" fw={600}>
                {code}
              </Text>
              <Text size="xs" c="dimmed">
                {t('promotionCodes.off', { percent })}
                {percentOff === 100 && ` · ${t('promotionCodes.adds')}`}
                {` · ${t('promotionCodes.until', { time: expiresAt })}`}
              </Text>
            </div>
            <Copy value={code} label={t('promotionCodes.copy', { code })} />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('promotionCodes.remove', { code })}
              onClick={() => remove.mutate(promotion)}
              loading={remove.isPending && remove.variables._id === _id}
            >
              <TrashIcon />
            </ActionIcon>
          </li>
        );
      })}
    </ul>
  );
}
