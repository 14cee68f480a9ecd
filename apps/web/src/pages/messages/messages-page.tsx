import type { Account } from '@drover/sdk';
import { Button } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { MessageList } from '../../features/messages/message-list';
import { markSeen, useLastSeen } from '../../features/messages/seen';
import { SendMessage } from '../../features/messages/send-message';
import { accountQueries } from '../../queries/accounts';
import { messageQueries } from '../../queries/messages';
import { EmptyState } from '../../ui/empty-state';
import { Failure } from '../../ui/failure';
import { InboxIcon } from '../../ui/icons';
import { LoadMore } from '../../ui/load-more';
import { PageHeader } from '../../ui/page-header';
import { RowsLoading } from '../../ui/rows-loading';

export function MessagesPage() {
  const { data: account } = useQuery(accountQueries.current());
  // Who is nobody does not come this far.
  return account && <Inbox key={account._id} account={account} />;
}

function Inbox({ account }: { account: Account }) {
  const { t } = useTranslation();
  const list = useInfiniteQuery(messageQueries.list());
  const messages = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const isNew = useNewMessages(account._id, messages[0]?._id);
  return (
    <>
      <PageHeader title={t('messages.title')} actions={<SendMessage />}>
        {t('messages.summary')}
      </PageHeader>
      {list.isPending && <RowsLoading />}
      {list.isError && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && messages.length === 0 && (
        <EmptyState
          icon={<InboxIcon size={26} />}
          title={t('messages.empty')}
          action={
            <Button component={Link} to="/settings/notifications">
              {t('messages.setUp')}
            </Button>
          }
        >
          {t('messages.emptyText')}
        </EmptyState>
      )}
      {messages.length > 0 && <MessageList messages={messages} isNew={({ _id }) => isNew(_id)} />}
      <LoadMore list={list} />
    </>
  );
}

/** What came since the visit before this one is new; what is on the page while somebody looks has been seen. */
function useNewMessages(accountId: string, newestId: string | undefined): (messageId: string) => boolean {
  const lastSeen = useLastSeen(accountId);
  const [seenBefore] = useState(lastSeen);
  const visibility = useDocumentVisibility();
  useEffect(() => {
    if (newestId && visibility === 'visible') markSeen(accountId, newestId);
  }, [accountId, newestId, visibility]);
  return (messageId) => messageId > seenBefore;
}
