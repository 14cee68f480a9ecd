import { Button, Container, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { isReachable } from '../lib/is-reachable';
import { PageLoadError } from '../texts/lazy-part';

/** Shown when a page throws or fails to load. A page that could not be fetched is reloaded once the server answers. */
export function ErrorPage() {
  const { t } = useTranslation();
  const error = useRouteError();
  const isUnreachable = error instanceof PageLoadError;
  useEffect(() => (isUnreachable ? reloadWhenReachable() : undefined), [isUnreachable]);
  const title = t(isUnreachable ? 'failure.serverUnreachable' : 'failure.crashed');
  return (
    <Container size="xs" py={80}>
      <title>{`${title} · Drover`}</title>
      <Title order={1} size="h2">
        {title}
      </Title>
      <Text mt="sm">{t(isUnreachable ? 'failure.serverUnreachableText' : 'failure.crashedText')}</Text>
      {!isUnreachable && (
        <Text mt="md" size="sm" ff="monospace" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {error instanceof Error ? error.message : String(error)}
        </Text>
      )}
      <Button mt="lg" onClick={() => window.location.reload()}>
        {t('failure.reload')}
      </Button>
    </Container>
  );
}

/** Long enough that a page that the server does not have is not reloaded all the time. */
const checkEveryMs = 5_000;

/** Reloads the page once the server answers. Returns a function that stops waiting. */
function reloadWhenReachable(): () => void {
  const check = async () => {
    if (await isReachable()) window.location.reload();
  };
  const timer = setInterval(() => void check(), checkEveryMs);
  return () => clearInterval(timer);
}
