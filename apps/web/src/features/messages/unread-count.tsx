import { VisuallyHidden } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { accountQueries } from '../../queries/account';
import { messageQueries, messagesPerPage } from '../../queries/messages';
import { useLastSeen } from './seen';
import classes from './unread-count.module.css';

/** How many messages came since the inbox was last looked at. */
export function UnreadCount() {
  const { t } = useTranslation();
  const { data: account } = useQuery(accountQueries.current());
  const { data: messages } = useInfiniteQuery(messageQueries.list());
  const lastSeen = useLastSeen(account?._id ?? '');
  const newest = messages?.pages[0]?.items ?? [];
  const count = newest.filter(({ _id }) => _id > lastSeen).length;
  if (count === 0) return null;
  return (
    <span className={classes.count}>
      <span aria-hidden>{count < messagesPerPage ? count : `${messagesPerPage}+`}</span>
      <VisuallyHidden>{t('navigation.unread', { count })}</VisuallyHidden>
    </span>
  );
}
