import { Drover } from '@drover/sdk';

/** The console uses the same public API as any other program, authenticated by the session cookie. */
export const drover = new Drover({ baseUrl: '' });
