import { isUnauthorized } from '@drover/sdk';
import { notifications } from '@mantine/notifications';
import { useErrorText } from './failure';

/** Tells of a failure at the edge of the page. That a session has ended is told by a dialog of its own. */
export function useShowFailure(): (error: unknown) => void {
  const textOf = useErrorText();
  return (error) => {
    if (!isUnauthorized(error)) notifications.show({ color: 'red', message: textOf(error) });
  };
}
