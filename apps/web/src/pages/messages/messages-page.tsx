import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import type { Account } from '@drover/sdk';
import { Button, SegmentedControl } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { markSeen, useLastSeen } from '../../features/messages/last-seen';
import { MessageList } from '../../features/messages/message-list';
import { SendMessage } from '../../features/messages/send-message';
import { accountQueries } from '../../queries/accounts';
import { messageQueries } from '../../queries/messages';
import { ForRole } from '../../roles/for-role';
import { InboxIcon } from '../../ui/display/icons';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { PagedList } from '../../ui/lists/query-result';

export function MessagesPage() {
  const { data: account } = useQuery(accountQueries.current());
  // The account gate renders this page only for signed-in users.
  return account && <Messages key={account._id} account={account} />;
}

function Messages({ account }: { account: Account }) {
  const { t } = useTranslation('messages');
  const [kind, setKind] = useState<'all' | 'telemetry'>('all');
  const query = useInfiniteQuery(messageQueries.list(kind === 'all' ? {} : { telemetry: true }));
  const newestId = kind === 'all' ? query.data?.pages[0]?.items[0]?._id : undefined;
  const isNew = useNewMessages(account._id, newestId);
  const empty = (
    <EmptyState
      icon={<InboxIcon size={26} />}
      title={t('empty')}
      action={
        <ForRole role="editor">
          <Button component={Link} to="/settings/notifications">
            {t('setUp')}
          </Button>
        </ForRole>
      }
    >
      {t('emptyText')}
    </EmptyState>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <ForRole role="operator">
            <SendMessage />
          </ForRole>
        }
      >
        {t('summary')}
      </PageHeader>
      <SegmentedControl
        mb="md"
        size="xs"
        aria-label={t('kind')}
        value={kind}
        onChange={setKind}
        data={[
          { value: 'all', label: t('all') },
          { value: 'telemetry', label: t('telemetryOnly') },
        ]}
      />
      <PagedList query={query} empty={empty}>
        {(messages) => <MessageList messages={messages} isNew={({ _id }) => isNew(_id)} />}
      </PagedList>
    </>
  );
}

/** Returns whether a message is newer than the previous visit. Marks messages as seen while the page is visible. */
function useNewMessages(accountId: string, newestId: string | undefined): (messageId: string) => boolean {
  const lastSeen = useLastSeen(accountId);
  const [lastSeenBefore] = useState(lastSeen);
  const visibility = useDocumentVisibility();
  useEffect(() => {
    if (newestId && visibility === 'visible') markSeen(accountId, newestId);
  }, [accountId, newestId, visibility]);
  return (messageId) => messageId > lastSeenBefore;
}
