import { testNatsUrl } from './database';

/** Skips specs with several nodes if there is no NATS; the global setup says so. */
export const describeWithNats = process.env[testNatsUrl] ? describe : describe.skip;
