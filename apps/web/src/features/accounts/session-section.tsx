import type { OwnSession } from '@drover/sdk';
import { Button, Text, VisuallyHidden } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { sessionQueries } from '../../queries/second-factor';
import { ConfirmAction } from '../../ui/dialogs/confirm-dialog';
import { RelativeTime } from '../../ui/display/relative-time';
import { Section } from '../../ui/layout/section';
import { QueryResult } from '../../ui/lists/query-result';
import { RemoveButton } from '../../ui/lists/remove-button';
import { type Column, VirtualTable } from '../../ui/lists/virtual-table';

/** The browsers in which the person is signed in. */
export function SessionSection() {
  const { t } = useTranslation('second-factor');
  const sessions = useQuery(sessionQueries.list());
  return (
    <Section title={t('sessions')}>
      <Text size="sm" c="dimmed" mb="md">
        {t('sessionsText')}
      </Text>
      <QueryResult query={sessions} rows={2}>
        {({ items }) => <Sessions sessions={items} />}
      </QueryResult>
    </Section>
  );
}

function Sessions({ sessions }: { sessions: OwnSession[] }) {
  const { t } = useTranslation(['second-factor', 'common']);
  const client = useQueryClient();
  const [ending, setEnding] = useState<OwnSession>();
  const [isEndingOthers, setEndingOthers] = useState(false);
  const onDone = () => client.invalidateQueries(sessionQueries.list());
  return (
    <>
      <VirtualTable
        label={t('sessions')}
        rows={sessions}
        columns={buildColumns(t, setEnding)}
        getKey={({ _id }) => _id}
        rowHeight={56}
      />
      {sessions.some(({ isCurrent }) => !isCurrent) && (
        <Button variant="default" mt="md" onClick={() => setEndingOthers(true)}>
          {t('endOthers')}
        </Button>
      )}
      {ending && (
        <ConfirmAction
          isOpen
          title={t('endOne', { name: nameOf(ending, t) })}
          text={t('endText')}
          action={t('end')}
          done={t('ended')}
          run={() => drover.sessions.removeOne(ending._id)}
          onDone={onDone}
          onClose={() => setEnding(undefined)}
        />
      )}
      <ConfirmAction
        isOpen={isEndingOthers}
        title={t('endOthers')}
        text={t('endOthersText')}
        action={t('endOthers')}
        done={t('othersEnded')}
        run={() => drover.sessions.removeOthers()}
        onDone={onDone}
        onClose={() => setEndingOthers(false)}
      />
    </>
  );
}

type Texts = TFunction<['second-factor', 'common']>;

const nameOf = ({ name }: OwnSession, t: Texts) => (name === 'Session' ? t('unknownBrowser') : name);

function buildColumns(t: Texts, onEnd: (session: OwnSession) => void): Column<OwnSession>[] {
  return [
    {
      key: 'browser',
      header: t('browser'),
      width: 'minmax(0, 2fr)',
      cell: (session) => (
        <>
          <Text size="sm" fw={550} truncate>
            {nameOf(session, t)}
          </Text>
          <Text size="xs" c="dimmed" truncate title={session.address ?? undefined}>
            {[session.isCurrent && t('current'), session.address].filter(Boolean).join(' · ')}
          </Text>
        </>
      ),
    },
    {
      key: 'lastUsed',
      header: t('lastUsed'),
      width: 'minmax(5rem, 1fr)',
      cell: ({ lastUsedAt, createdAt }) => <RelativeTime at={lastUsedAt ?? createdAt} />,
    },
    {
      key: 'signedIn',
      header: t('signedIn'),
      width: 'minmax(0, 1fr)',
      isHiddenOnMobile: true,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    {
      key: 'end',
      header: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>,
      width: '2rem',
      cell: (session) =>
        !session.isCurrent && (
          <RemoveButton label={t('endOne', { name: nameOf(session, t) })} onClick={() => onEnd(session)} />
        ),
    },
  ];
}
