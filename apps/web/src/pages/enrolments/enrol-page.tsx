import { Container, Paper, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { AgentCommand } from '../../features/enrolments/agent-command';
import { Logo } from '../../ui/logo';

/** Where the QR code of an enrolment key leads: how the device at hand connects. */
export function EnrolPage() {
  const { t } = useTranslation();
  const { key = '' } = useParams();
  return (
    <Container component="main" size="sm" py={64}>
      <title>{`${t('enrolments.enrolTitle')} · Drover`}</title>
      <Logo />
      <Paper withBorder radius="lg" p="xl" mt="lg" bg="var(--surface)">
        <Title order={1} size="h3" mb="sm">
          {t('enrolments.enrolTitle')}
        </Title>
        <Text c="dimmed" size="sm" mb="md">
          {t('enrolments.enrolText')}
        </Text>
        <AgentCommand server={window.location.origin} enrolmentKey={key} />
      </Paper>
    </Container>
  );
}
