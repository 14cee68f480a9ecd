import { Container, Paper, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { AgentCommand } from '../../features/enrolments/agent-command';
import { Logo } from '../../ui/display/logo';

/** The page that the QR code of an enrolment key opens. It shows how to connect the device. */
export function EnrolPage() {
  const { t } = useTranslation('enrolments');
  const { key = '' } = useParams();
  return (
    <Container component="main" size="sm" py={64}>
      <title>{`${t('enrolTitle')} · Drover`}</title>
      <Logo />
      <Paper withBorder radius="lg" p="xl" mt="lg" bg="var(--surface)">
        <Title order={1} size="h3" mb="sm">
          {t('enrolTitle')}
        </Title>
        <Text c="dimmed" size="sm" mb="md">
          {t('enrolText')}
        </Text>
        <AgentCommand server={window.location.origin} enrolmentKey={key} />
      </Paper>
    </Container>
  );
}
