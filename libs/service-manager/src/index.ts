export { isSuccessful, runCommand } from './run-command';
export type { ServiceDefinition, ServiceManager, SystemUser } from './service-manager';
export { asUser, assertExecutable, ensureSystemUser, removeSystemUser } from './system-user';
export { createSystemd, hasSystemd, quoteArgument } from './systemd';
