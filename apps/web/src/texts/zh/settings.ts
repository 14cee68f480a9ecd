import type { settings as english } from '../en/settings';
import type { Words } from '../texts';

export const settings: Words<typeof english> = {
  title: '设置',
};
