import { ApiError, isNotFound } from '@drover/sdk';
import { Alert, Button, Group, Text, type TextProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Names of the errors of a browser that did not create or use a passkey, mostly because the person canceled. */
const browserRefusals = ['NotAllowedError', 'InvalidStateError', 'AbortError', 'SecurityError'];

/**
 * Returns the message for an error: the API's own, translated where possible, or advice if the service did not
 * respond.
 */
export function useErrorMessage(): (error: unknown) => string {
  const { t } = useTranslation(['common', 'errors']);
  return (error) => {
    if (error instanceof ApiError) {
      const { code, message } = error;
      return t(`errors:${code}`, { message, defaultValue: message });
    }
    if (error instanceof Error && browserRefusals.includes(error.name)) return t('failure.passkey');
    return error instanceof Error && error.name === 'TimeLimitError'
      ? t('failure.slow')
      : t('failure.unreachable');
  };
}

/** Shows an error in one line. Renders nothing without an error. */
export function ErrorText({ error, ...props }: { error: unknown } & TextProps) {
  const getErrorMessage = useErrorMessage();
  if (!error) return null;
  return (
    <Text size="sm" c="red" role="alert" {...props}>
      {getErrorMessage(error)}
    </Text>
  );
}

/** Shows an error in place of a part of the page, with a retry button. */
export function ErrorAlert({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation();
  const getErrorMessage = useErrorMessage();
  const requestId = error instanceof ApiError ? error.requestId : '';
  return (
    <Alert
      color="red"
      variant="light"
      title={isNotFound(error) ? t('failure.notFound') : t('failure.title')}
      role="alert"
    >
      <Text size="sm">{getErrorMessage(error)}</Text>
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
