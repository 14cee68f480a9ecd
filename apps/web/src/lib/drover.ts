import { Drover } from '@drover/sdk';

/** The console has no private door: it asks as any other program does, with the session's cookie. */
export const drover = new Drover({ baseUrl: '' });
