import { isUnauthorized } from '@drover/sdk';
import { notifications } from '@mantine/notifications';
import { useErrorMessage } from './error-alert';

/** Returns a function that shows an error as a notification. An ended session is skipped: it has its own dialog. */
export function useErrorNotification(): (error: unknown) => void {
  const getErrorMessage = useErrorMessage();
  return (error) => {
    if (!isUnauthorized(error)) notifications.show({ color: 'red', message: getErrorMessage(error) });
  };
}
