export { findNatsServer, isNatsInstalled, startNats } from './nats';
export {
  ProviderVisitor,
  TestIdentityProvider,
  type ProviderAccount,
} from './identity-provider/identity-provider';
export { freePort } from './ports';
export { readPublicStyleScripts, startPublicStyleService, type PublicStyleService } from './public-style';
export { findPostgresServer, isPostgresInstalled, startPostgres } from './postgres';
export { startS3, type S3Server } from './s3';
export type { PrivateServer } from './private-server';
