/** Shows a message as a notification, or as a dialog where that fails. */
export function showMessage(title: string, text: string): void {
  try {
    notify(title, text);
  } catch {
    // A dialog blocks until it is closed, so it gets a thread of its own.
    threads.start(() => dialogs.alert(title, text));
  }
}

function notify(title: string, text: string): void {
  const manager = context.getSystemService('notification');
  const { BigTextStyle } = Packages.android.app.Notification;
  const builder = createBuilder(manager);
  builder.setContentTitle(title).setContentText(text).setAutoCancel(true);
  builder.setStyle(new BigTextStyle().bigText(text));
  builder.setSmallIcon(context.getApplicationInfo().icon);
  manager.notify('drover', Math.floor(Math.random() * 1_000_000_000), builder.build());
}

function createBuilder(manager: AndroidServices['notification']): NotificationBuilder {
  const { Notification, NotificationChannel } = Packages.android.app;
  try {
    // 4 is IMPORTANCE_HIGH.
    manager.createNotificationChannel(new NotificationChannel('drover', 'Drover', 4));
    return new Notification.Builder(context, 'drover');
  } catch {
    // Android before version 8 has no channels.
    return new Notification.Builder(context);
  }
}
