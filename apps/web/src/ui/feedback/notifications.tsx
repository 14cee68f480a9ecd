import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { Notifications as MantineNotifications } from '@mantine/notifications';

/** Short messages in the corner of the page. */
export function Notifications() {
  return <MantineNotifications position="bottom-right" />;
}
