import type { Texts } from '../texts';
import { account } from './account';
import { app } from './app';
import { devices } from './devices';
import { devscripts } from './devscripts';
import { jobs } from './jobs';

export const zh: Texts = { ...app, account, devices, devscripts, ...jobs };
