/** The settings pages, with the least role that can read them. */
export const settingsLinks = [
  { to: 'account', key: 'accounts', role: 'viewer' },
  { to: 'people', key: 'members', role: 'viewer' },
  { to: 'approvals', key: 'approvals', role: 'viewer' },
  { to: 'tokens', key: 'tokens', role: 'viewer' },
  { to: 'notifications', key: 'notificationSettings', role: 'viewer' },
  { to: 'agent-updates', key: 'agentUpdates', role: 'viewer' },
  { to: 'enrolment-keys', key: 'enrolments', role: 'admin' },
  { to: 'secrets', key: 'secrets', role: 'viewer' },
  { to: 'input-files', key: 'inputFiles', role: 'viewer' },
  { to: 'repositories', key: 'repositories', role: 'admin' },
  { to: 'webhooks', key: 'webhooks', role: 'admin' },
  { to: 'audit', key: 'audit', role: 'admin' },
] as const;
