import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

export const notificationSettingsQueries = {
  /** Where /v1/message/send goes. */
  current: () =>
    queryOptions({
      queryKey: ['notification-settings'],
      queryFn: ({ signal }) => drover.notificationSettings.get({ signal }),
    }),
};
