export { findNatsServer, startNats } from './nats';
export { freePort } from './ports';
export { findPostgresServer, startPostgres } from './postgres';
export type { FoundServer, PrivateServer } from './private-server';
