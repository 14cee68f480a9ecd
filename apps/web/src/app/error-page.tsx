import { Button, Container, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';

/** Shown when a page throws or fails to load. */
export function ErrorPage() {
  const { t } = useTranslation();
  const error = useRouteError();
  return (
    <Container size="xs" py={80}>
      <title>{`${t('failure.crashed')} · Drover`}</title>
      <Title order={1} size="h2">
        {t('failure.crashed')}
      </Title>
      <Text mt="sm">{t('failure.crashedText')}</Text>
      <Text mt="md" size="sm" ff="monospace" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {error instanceof Error ? error.message : String(error)}
      </Text>
      <Button mt="lg" onClick={() => window.location.reload()}>
        {t('failure.reload')}
      </Button>
    </Container>
  );
}
