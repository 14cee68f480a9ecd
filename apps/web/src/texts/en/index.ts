import { account } from './account';
import { app } from './app';
import { jobs } from './jobs';

/** What the first page needs. Other pages bring their texts along: see areas.ts. */
export const en = { ...app, account, ...jobs };
