import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

export const notificationSettingsQueries = {
  /** The devices that /v1/message/send delivers to. */
  current: () =>
    queryOptions({
      queryKey: ['notification-settings'],
      queryFn: ({ signal }) => drover.notificationSettings.get({ signal }),
    }),
};
