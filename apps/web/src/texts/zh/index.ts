import type { en } from '../en';
import type { Words } from '../words';
import { accounts } from './accounts';
import { app } from './app';
import { jobs } from './jobs';
import { runs } from './runs';

export const zh: Words<typeof en> = { ...app, accounts, jobs, runs };
