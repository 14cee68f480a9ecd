import type { PromotionCode } from '@drover/sdk';
import { ActionIcon, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { formatPercent } from '../../lib/money';
import { promotionCodeQueries } from '../../queries/promotion-codes';
import { CopyIconButton } from '../../ui/display/copy';
import { TrashIcon } from '../../ui/display/icons';
import { useErrorNotification } from '../../ui/feedback/use-error-notification';
import classes from './code-list.module.css';

interface Props {
  devscriptId: string;
  codes: PromotionCode[];
}

/** The valid codes, with buttons to copy and remove them. */
export function CodeList({ devscriptId, codes }: Props) {
  const { t, i18n } = useTranslation('promotion-codes');
  const client = useQueryClient();
  const showError = useErrorNotification();
  const remove = useMutation({
    mutationFn: ({ _id }: PromotionCode) => drover.promotionCodes.remove(devscriptId, _id),
    onSuccess: (_done, { code }) => void notifications.show({ message: t('removed', { code }) }),
    onError: showError,
    onSettled: () => client.invalidateQueries(promotionCodeQueries.list(devscriptId)),
  });
  return (
    <ul className={classes.codes}>
      {codes.map((promotion) => {
        const { _id, code, percentOff, expiresAt } = promotion;
        const percent = formatPercent(percentOff, i18n.language);
        return (
          <li key={_id} className={classes.code}>
            <div className={classes.words}>
              <Text size="sm" ff="monospace" fw={600}>
                {code}
              </Text>
              <Text size="xs" c="dimmed">
                {t('off', { percent })}
                {percentOff === 100 && ` · ${t('adds')}`}
                {` · ${t('until', { time: expiresAt })}`}
              </Text>
            </div>
            <CopyIconButton value={code} label={t('copy', { code })} />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('remove', { code })}
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
