/* Shows a text to whoever holds the phone: as a notification, else as a dialog. */
function showMessage(title, text) {
  try {
    notify(title || 'Drover', text);
  } catch (noNotification) {
    // A dialog waits for a tap: in a thread of its own.
    threads.start(function () {
      dialogs.alert(title || 'Drover', text);
    });
  }

  function notify(heading, body) {
    var app = Packages.android.app;
    var manager = context.getSystemService('notification');
    var builder;
    try {
      // 4 is IMPORTANCE_HIGH.
      manager.createNotificationChannel(new app.NotificationChannel('drover', 'Drover', 4));
      builder = new app.Notification.Builder(context, 'drover');
    } catch (beforeAndroid8) {
      builder = new app.Notification.Builder(context);
    }
    builder.setContentTitle(heading).setContentText(body).setAutoCancel(true);
    builder.setStyle(new app.Notification.BigTextStyle().bigText(body));
    builder.setSmallIcon(context.getApplicationInfo().icon);
    manager.notify('drover', Math.floor(Math.random() * 1000000000), builder.build());
  }
}
