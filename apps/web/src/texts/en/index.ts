import { accounts } from './accounts';
import { app } from './app';
import { jobs } from './jobs';
import { runs } from './runs';

/** What the first page needs. Other pages bring their texts along: see areas.ts. */
export const en = { ...app, accounts, jobs, runs };
