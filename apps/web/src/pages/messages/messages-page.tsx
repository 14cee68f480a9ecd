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
import { InboxIcon } from '../../ui/icons';
import { PagedList } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';

export function MessagesPage() {
  const { data: account } = useQuery(accountQueries.current());
  // Who is nobody does not come this far.
  return account && <Messages key={account._id} account={account} />;
}

function Messages({ account }: { account: Account }) {
  const { t } = useTranslation();
  const query = useInfiniteQuery(messageQueries.list());
  const isNew = useNewMessages(account._id, query.data?.pages[0]?.items[0]?._id);
  const empty = (
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
  );
  return (
    <>
      <PageHeader title={t('messages.title')} actions={<SendMessage />}>
        {t('messages.summary')}
      </PageHeader>
      <PagedList query={query} empty={empty}>
        {(messages) => <MessageList messages={messages} isNew={({ _id }) => isNew(_id)} />}
      </PagedList>
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
