import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { accountQueries } from '../../queries/accounts';
import { messageQueries, messagesPerPage } from '../../queries/messages';
import { CountBadge } from '../../ui/display/count-badge';
import { useLastSeen } from './last-seen';

/** The number of messages since the inbox was last opened. */
export function UnreadCount() {
  const { t } = useTranslation('app');
  const { data: account } = useQuery(accountQueries.current());
  const { data: messages } = useInfiniteQuery(messageQueries.list());
  const lastSeen = useLastSeen(account?._id ?? '');
  const newest = messages?.pages[0]?.items ?? [];
  const count = newest.filter(({ _id }) => _id > lastSeen).length;
  if (count === 0) return null;
  return (
    <CountBadge
      value={count < messagesPerPage ? count : `${messagesPerPage}+`}
      label={t('navigation.unread', { count })}
    />
  );
}
