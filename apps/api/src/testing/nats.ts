import { testNatsUrl } from './database';

/** For specs of many nodes: skipped, as the setup tells, where there is no NATS. */
export const describeWithNats = process.env[testNatsUrl] ? describe : describe.skip;
