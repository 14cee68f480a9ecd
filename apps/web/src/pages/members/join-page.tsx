import { Anchor, Container, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { JoinForm } from './join-form';
import { accountQueries } from '../../queries/accounts';
import { invitationQueries } from '../../queries/members';
import { Logo } from '../../ui/display/logo';
import { RelativeTime } from '../../ui/display/relative-time';
import { ErrorText } from '../../ui/feedback/error-alert';
import { QueryResult } from '../../ui/lists/query-result';

/** The page that the link of an invitation opens. */
export function JoinPage() {
  const { t } = useTranslation('members');
  const token = useLocation().hash.slice(1);
  return (
    <Container component="main" size={440} py={64}>
      <title>{`${t('join.title')} · Drover`}</title>
      <Logo />
      <Paper withBorder radius="lg" p="xl" mt="lg" bg="var(--surface)">
        <Title order={1} size="h3" mb="sm">
          {t('join.title')}
        </Title>
        {token ? <Offer token={token} /> : <Text size="sm">{t('join.noCode')}</Text>}
      </Paper>
    </Container>
  );
}

function Offer({ token }: { token: string }) {
  const { t } = useTranslation('members');
  const offer = useQuery(invitationQueries.offer(token));
  const account = useQuery(accountQueries.current());
  if (offer.isError) {
    return (
      <>
        <ErrorText error={offer.error} mb="md" />
        <Anchor href="/" size="sm">
          {t('join.toConsole')}
        </Anchor>
      </>
    );
  }
  return (
    <QueryResult query={offer} rows={3}>
      {({ workspace, role, expiresAt }) => (
        <>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {t('join.offer', { workspace, role: t(`roles.${role}`) })}
          </Text>
          <Text size="sm" c="dimmed" mb="md">
            {t('join.expires')} <RelativeTime at={expiresAt} />
          </Text>
          {!account.isPending && <JoinForm token={token} account={account.data} />}
        </>
      )}
    </QueryResult>
  );
}
