import { ApiError, isNotFound } from '@drover/sdk';
import { Alert, Button, Group, Text, type TextProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** What went wrong, in the words of the service, or what to do where it did not answer. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation();
  return (error) => {
    if (error instanceof ApiError) {
      const { code, message } = error;
      return t(`errors.${code}`, { message, defaultValue: message });
    }
    return error instanceof Error && error.name === 'TimeLimitError'
      ? t('failure.slow')
      : t('failure.unreachable');
  };
}

/** What went wrong, in one line; nothing while nothing did. */
export function ErrorLine({ error, ...props }: { error: unknown } & TextProps) {
  const textOf = useErrorText();
  if (!error) return null;
  return (
    <Text size="sm" c="red" role="alert" {...props}>
      {textOf(error)}
    </Text>
  );
}

/** A part of the page that could not be shown, and the way to try again. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation();
  const textOf = useErrorText();
  const requestId = error instanceof ApiError ? error.requestId : '';
  return (
    <Alert
      color="red"
      variant="light"
      title={isNotFound(error) ? t('failure.notFound') : t('failure.title')}
      role="alert"
    >
      <Text size="sm">{textOf(error)}</Text>
      {requestId && (
        <Text size="xs" ff="monospace" mt={4}>
          {t('failure.request', { requestId })}
        </Text>
      )}
      {onRetry && (
        <Group mt="sm">
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('failure.retry')}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
