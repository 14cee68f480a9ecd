import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { accountQueries } from '../../queries/accounts';
import { messageQueries, messagesPerPage } from '../../queries/messages';
import { Count } from '../../ui/count';
import { useLastSeen } from './seen';

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
    <Count
      shown={count < messagesPerPage ? count : `${messagesPerPage}+`}
      words={t('navigation.unread', { count })}
    />
  );
}
