import { phone } from './phone';

export const device = {
  sendMessage: 'Send a message',
  messageTo: 'Message to {{name}}',
  messageTitle: 'Title',
  messageText: 'Text',
  messageSend: 'Send',
  messageSent: 'The message to {{name}} is on its way',
  messageOffline: 'The device is offline: it shows the message when it connects, within {{time}}.',
  messageTooOld:
    'The app on this device is version {{version}}. Messages need version {{least}} or later: update the app first.',
  onlineHistory: 'Online history',
  lastDay: '24 hours',
  lastWeek: '7 days',
  onlineShare: 'Online for {{share}} of the time since {{time}}',
  onlineNever: 'This device has not connected yet.',
  onlineFrom: 'From',
  onlineUntil: 'Until',
  onlineLength: 'For',
  onlineNow: 'now',
  onlineMore: 'Show all {{count}}',
  phone,
};
