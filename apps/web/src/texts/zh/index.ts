import type { Texts } from '../texts';
import { account } from './account';
import { app } from './app';
import { jobs } from './jobs';

export const zh: Texts = { ...app, account, ...jobs };
