import { testNatsUrl } from './database';

/** Skips specs with several nodes if there is no NATS. The global setup reports it. */
export const describeWithNats = process.env[testNatsUrl] ? describe : describe.skip;

export { isNatsInstalled, startNats, type PrivateServer } from '@drover/test-services';
