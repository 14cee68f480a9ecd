export { findNatsServer, isNatsInstalled, startNats } from './nats';
export { freePort } from './ports';
export { findPostgresServer, isPostgresInstalled, startPostgres } from './postgres';
export type { PrivateServer } from './private-server';
