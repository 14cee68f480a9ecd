import type { publishing as english } from '../en/publishing';
import type { Words } from '../texts';

export const publishing: Words<typeof english> = {
  title: '发布',
};
