import type { Attack } from './attack';
import { emails, nested, selectors, vars } from './body-attacks';
import { lists } from './list-attack';
import { emptyLines, longLines, masks, posts } from './report-attacks';
import { early, guessing, phoneDoor, streams, unreadLinks } from './socket-attacks';
import { webhooks } from './webhook-attack';

export const attacks: Attack[] = [
  ...[emails, nested, vars, selectors, lists, masks, emptyLines, longLines, posts],
  ...[early, phoneDoor, unreadLinks, streams, webhooks, guessing],
];
