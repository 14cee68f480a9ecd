import type { RouteName, routes } from '../routes';

/** A limit that callers of these routes rely on. */
type Limit<Value extends number, Route extends RouteName | 'device link'> = [Value, Route];

/** Requests whose body says what to run, where and how. */
type JobRequest =
  'jobs.create' | 'presets.create' | 'presets.update' | 'schedules.create' | 'schedules.update';
type RunRequest = 'scripts.run' | 'scripts.execute' | 'devscripts.run' | JobRequest;
type DeviceRequest = RunRequest | ManyRequest | 'scripts.stop' | 'devscripts.stop' | 'runs.stop';
type TagRequest = `${'devices' | 'robots'}.${'update' | 'updateMany'}`;
type MessageRequest = `${'devices' | 'robots'}.${'sendMessage' | 'sendMessages'}`;
type ManyRequest = `${'devices' | 'robots'}.${'updateMany' | 'removeMany' | 'sendMessages'}`;
type RepositoryRequest = 'repositories.create' | 'repositories.update';
/** Routes that return a page. */
type List = Extract<RouteName, `${string}.list`>;
/** Routes that take a body. */
type Change = {
  [Name in RouteName]: (typeof routes)[Name] extends `${'POST' | 'PUT'} ${string}` ? Name : never;
}[RouteName];

/**
 * The limits of the contract as callers know them, and the routes on which they meet them. `conformance.ts` compares
 * the values with the contract, so a changed limit does not compile until this line has been reviewed and changed too.
 */
export interface Limits {
  deviceNameChars: Limit<20, 'devices.update' | 'robots.update' | 'enrolments.create'>;
  deviceTagChars: Limit<10, TagRequest>;
  deviceTags: Limit<1, TagRequest>;
  deviceLabelChars: Limit<64, 'enrolments.create' | 'device link'>;
  appVersionChars: Limit<32, 'enrolments.create' | 'device link'>;
  latestRunDevices: Limit<500, 'runs.listLatest'>;
  deviceConnections: Limit<1000, 'devices.listConnections' | 'robots.listConnections'>;
  deviceGroupNameChars: Limit<64, 'deviceGroups.create' | 'deviceGroups.update'>;
  deviceGroups: Limit<200, 'deviceGroups.create'>;
  messageTitleChars: Limit<128, MessageRequest>;
  messageTextChars: Limit<512, MessageRequest>;
  sentTextChars: Limit<2000, 'messages.send' | 'messages.sendByQuery'>;
  executeCodeChars: Limit<1_048_576, 'scripts.execute' | JobRequest>;
  uploadFileBytes: Limit<3_145_728, 'devscripts.uploadFiles' | 'devscripts.uploadProject'>;
  uploadFiles: Limit<3, 'devscripts.uploadFiles'>;
  fileNameChars: Limit<255, 'devscripts.uploadFiles'>;
  projectFiles: Limit<1000, 'devscripts.uploadProject'>;
  projectPathChars: Limit<255, 'devscripts.uploadProject'>;
  projectBytes: Limit<3_145_728, 'devscripts.uploadProject'>;
  sourceMapBytes: Limit<6_291_456, 'devscripts.uploadProject'>;
  resultSchemaBytes: Limit<16_384, 'devscripts.uploadFiles' | 'devscripts.uploadProject'>;
  percentOffMin: Limit<1, 'promotionCodes.create'>;
  percentOffMax: Limit<100, 'promotionCodes.create'>;
  promotionCodes: Limit<30, 'promotionCodes.create'>;
  scriptNameChars: Limit<128, 'devscripts.create' | 'devscripts.update'>;
  scriptDescriptionChars: Limit<2000, 'devscripts.create' | 'devscripts.update'>;
  slugChars: Limit<5, 'listings.get'>;
  promotionCodeChars: Limit<10, 'promotionCodes.create'>;
  revisionNameChars: Limit<64, 'revisions.update'>;
  revisions: Limit<500, 'devscripts.uploadFiles' | 'devscripts.uploadProject' | 'revisions.restore'>;
  namedRevisions: Limit<100, 'revisions.update'>;
  reviewNoteChars: Limit<512, 'reviews.update'>;
  currencyChars: Limit<3, 'devscripts.setPricing'>;
  priceMax: Limit<100_000_000, 'devscripts.setPricing'>;
  devicesPerRequest: Limit<20_000, DeviceRequest | 'deviceGroups.create' | 'deviceGroups.update'>;
  varsBytes: Limit<262_144, RunRequest | 'scripts.updateValues' | 'devscripts.updateValues'>;
  bodyBytes: Limit<65_536, Change>;
  valuesBodyBytes: Limit<
    2_097_152,
    | 'scripts.updateValues'
    | 'devscripts.updateValues'
    | 'stores.updateEntry'
    | 'secrets.update'
    | 'deviceGroups.create'
    | 'deviceGroups.update'
  >;
  jobBodyBytes: Limit<16_777_216, DeviceRequest | 'messages.send' | 'devscripts.uploadProject'>;
  jsonValues: Limit<262_144, Change>;
  jsonDepth: Limit<100, Change>;
  presetNameChars: Limit<64, 'presets.create' | 'presets.update'>;
  presets: Limit<200, 'presets.create'>;
  pageItems: Limit<1000, List>;
  defaultPageItems: Limit<100, List>;
  pageBytes: Limit<262_144, List>;
  listTotalMax: Limit<10_000, List>;
  listScanRecords: Limit<10_000, 'runs.list' | 'jobs.list' | 'audit.list'>;
  logItems: Limit<10_000, 'runs.listLogs'>;
  defaultLogItems: Limit<1000, 'runs.listLogs'>;
  runLogBytes: Limit<10_485_760, 'runs.listLogs' | 'device link'>;
  logLineOverheadBytes: Limit<64, 'runs.listLogs' | 'device link'>;
  logLineBytes: Limit<32_768, 'runs.listLogs' | 'device link'>;
  postedTextBytes: Limit<65_536, 'messages.list' | 'device link'>;
  runPostedBytes: Limit<33_554_432, 'messages.list' | 'device link'>;
  postedOverheadBytes: Limit<1024, 'messages.list' | 'device link'>;
  resultBytes: Limit<65_536, 'runs.getResult' | 'results.list' | 'device link'>;
  eventResultBytes: Limit<8192, 'events.stream' | 'webhooks.create'>;
  progressTextChars: Limit<200, 'runs.get' | 'device link'>;
  runSteps: Limit<1000, 'runs.listLogs' | 'device link'>;
  stepDepth: Limit<10, 'runs.listLogs' | 'device link'>;
  stepNameChars: Limit<100, 'runs.listLogs' | 'device link'>;
  stepPathChars: Limit<1100, 'runs.get' | 'failures.list' | 'device link'>;
  artifactNameChars: Limit<255, 'runs.listArtifacts' | 'device link'>;
  runArtifacts: Limit<100, 'runs.listArtifacts' | 'device link'>;
  runArtifactBytes: Limit<1_073_741_824, 'runs.listArtifacts' | 'device link'>;
  deviceArtifactBytes: Limit<10_737_418_240, 'runs.listArtifacts' | 'device link'>;
  accountArtifactBytes: Limit<107_374_182_400, 'runs.listArtifacts' | 'device link'>;
  scriptDeliverWithinSeconds: Limit<86_400, 'scripts.run' | 'devscripts.run' | JobRequest>;
  executeDeliverWithinSeconds: Limit<3600, 'scripts.execute' | JobRequest>;
  messageDeliverWithinSeconds: Limit<
    604_800,
    'devices.sendMessage' | 'robots.sendMessage' | 'messages.send' | 'messages.sendByQuery'
  >;
  deliverWithinSecondsMax: Limit<1_209_600, RunRequest>;
  timeoutSecondsMax: Limit<1_209_600, RunRequest>;
  runLostAfterSeconds: Limit<1_209_600, 'runs.get' | 'device link'>;
  schedules: Limit<500, 'schedules.create'>;
  scheduleNameChars: Limit<64, 'schedules.create' | 'schedules.update'>;
  cronChars: Limit<128, 'schedules.create' | 'schedules.update' | 'schedules.preview'>;
  everyMinutesMax: Limit<525_600, 'schedules.create' | 'schedules.update' | 'schedules.preview'>;
  nextTimes: Limit<5, 'schedules.list' | 'schedules.get' | 'schedules.preview'>;
  scheduleOccurrences: Limit<1000, 'schedules.listOccurrences'>;
  scheduleWaitingOccurrences: Limit<10, 'schedules.listOccurrences'>;
  scheduleLateSeconds: Limit<60, 'schedules.listOccurrences'>;
  missedOccurrencesReported: Limit<100, 'schedules.listOccurrences'>;
  rolloutWaves: Limit<20, JobRequest>;
  rolloutPerMinuteMax: Limit<20_000, JobRequest>;
  rolloutMinResults: Limit<10, JobRequest>;
  runAttempts: Limit<10, JobRequest>;
  retryDelaySeconds: Limit<60, JobRequest>;
  retryDelaySecondsMax: Limit<3600, JobRequest>;
  retryWaitSecondsMax: Limit<21_600, JobRequest>;
  idempotencyKeyChars: Limit<
    255,
    | 'scripts.run'
    | 'scripts.execute'
    | 'devscripts.run'
    | 'jobs.create'
    | 'jobs.updateAgents'
    | 'jobs.rerun'
    | 'presets.run'
    | 'schedules.run'
  >;
  enrolmentKeyChars: Limit<6, 'enrolmentKeys.create'>;
  enrolmentKeyNameChars: Limit<64, 'enrolmentKeys.create'>;
  enrolmentKeySeconds: Limit<600, 'enrolmentKeys.create'>;
  enrolmentKeySecondsMax: Limit<31_536_000, 'enrolmentKeys.create'>;
  enrolmentKeyUsesMax: Limit<100_000, 'enrolmentKeys.create'>;
  emailChars: Limit<
    254,
    'accounts.create' | 'accounts.update' | 'invitations.create' | 'passwordResets.request'
  >;
  accountNameChars: Limit<
    64,
    'accounts.create' | 'accounts.update' | 'invitations.create' | 'invitations.accept' | 'workspaces.create'
  >;
  invitations: Limit<100, 'invitations.create'>;
  pendingApprovals: Limit<100, RunRequest>;
  approvalSeconds: Limit<259_200, 'approvals.approve'>;
  approvalWindowSeconds: Limit<3_600, RunRequest>;
  approvalNoteChars: Limit<512, 'approvals.approve' | 'approvals.decline'>;
  approvalGroups: Limit<20, 'approvals.updateRules'>;
  approvalDevicesMax: Limit<1_000_000, 'approvals.updateRules'>;
  roleGroups: Limit<20, 'members.update' | 'invitations.create' | 'tokens.create'>;
  invitationSecondsMax: Limit<2_592_000, 'invitations.create'>;
  signInRequests: Limit<20, 'signInRequests.create'>;
  signInRequestSeconds: Limit<600, 'signInRequests.create'>;
  invitationMails: Limit<10, 'invitations.send'>;
  passwordResetSeconds: Limit<3600, 'passwordResets.request' | 'members.createPasswordReset'>;
  passwordResets: Limit<3, 'passwordResets.request'>;
  mailSeconds: Limit<2_592_000, 'invitations.list'>;
  passwordCharsMin: Limit<8, 'accounts.create' | 'accounts.update' | 'passwordResets.complete'>;
  passwordCharsMax: Limit<256, 'accounts.create' | 'accounts.update' | 'passwordResets.complete'>;
  tokenNameChars: Limit<64, 'tokens.create' | 'signInRequests.create'>;
  tokenSecondsMax: Limit<315_360_000, 'tokens.create'>;
  sessions: Limit<100, 'sessions.create' | 'invitations.accept'>;
  signInAttempts: Limit<10, 'sessions.create' | 'invitations.accept'>;
  signInLockSecondsMax: Limit<86_400, 'sessions.create' | 'invitations.accept'>;
  wrongCodes: Limit<50, 'sessions.create' | 'invitations.accept'>;
  passkeys: Limit<20, 'passkeys.create'>;
  passkeyNameChars: Limit<64, 'passkeys.create'>;
  passkeyResponseChars: Limit<16_384, 'passkeys.create' | 'passkeys.signIn'>;
  identities: Limit<10, 'identities.create'>;
  directoryRoles: Limit<100, 'directory.update'>;
  directoryNameChars: Limit<256, 'directory.update'>;
  callbackChars: Limit<16_384, 'identities.create' | 'identities.signIn' | 'identities.endSessions'>;
  recoveryCodes: Limit<10, 'passkeys.create' | 'secondFactor.confirm' | 'secondFactor.createRecoveryCodes'>;
  sessionSeconds: Limit<2_592_000, 'sessions.create' | 'invitations.accept'>;
  inputFileNameChars: Limit<255, 'inputFiles.create'>;
  inputFileBytes: Limit<536_870_912, 'inputFiles.create' | 'inputFiles.uploadPart'>;
  inputFiles: Limit<1000, 'inputFiles.create'>;
  accountInputFileBytes: Limit<10_737_418_240, 'inputFiles.create'>;
  jobInputFiles: Limit<20, RunRequest>;
  unusedInputFileSeconds: Limit<2_592_000, 'inputFiles.create'>;
  secretNameChars: Limit<64, 'secrets.update'>;
  secretValueCharsMin: Limit<4, 'secrets.update'>;
  secretValueCharsMax: Limit<16_384, 'secrets.update'>;
  secrets: Limit<100, 'secrets.update'>;
  replacedSecretSeconds: Limit<2_419_200, 'secrets.update' | 'secrets.remove'>;
  notificationDevices: Limit<100, 'notificationSettings.update'>;
  webhooks: Limit<20, 'webhooks.create'>;
  webhookUrlChars: Limit<2048, 'webhooks.create' | 'webhooks.update'>;
  webhookNameChars: Limit<64, 'webhooks.create' | 'webhooks.update'>;
  webhookTimeoutSeconds: Limit<15, 'webhooks.listDeliveries'>;
  webhookLoggedChars: Limit<4096, 'webhooks.listDeliveries'>;
  webhookRetryAfterSecondsMax: Limit<21_600, 'webhooks.listDeliveries'>;
  webhookPreviousSecretSeconds: Limit<86_400, 'webhooks.rotateSecret'>;
  webhookFailingSecondsMax: Limit<432_000, 'webhooks.get'>;
  webhookDeliverySeconds: Limit<1_209_600, 'webhooks.listDeliveries'>;
  configItems: Limit<500, 'devscripts.uploadFiles' | 'devscripts.uploadProject'>;
  filterChars: Limit<
    255,
    | 'devices.list'
    | 'robots.list'
    | 'scripts.list'
    | 'devscripts.list'
    | 'jobs.list'
    | 'runs.list'
    | 'listings.list'
    | 'statistics.get'
  >;
  storeKeyChars: Limit<255, 'stores.updateEntry' | 'stores.listEntries' | 'device link'>;
  storeValueBytes: Limit<65_536, 'stores.updateEntry' | 'device link'>;
  storeKeys: Limit<10_000, 'stores.updateEntry' | 'device link'>;
  storeBytes: Limit<16_777_216, 'stores.updateEntry' | 'device link'>;
  accountStoreKeys: Limit<1_000_000, 'stores.updateEntry' | 'device link'>;
  accountStoreBytes: Limit<1_073_741_824, 'stores.updateEntry' | 'device link'>;
  storeExpirySecondsMax: Limit<31_536_000, 'stores.updateEntry' | 'device link'>;
  statisticsItems: Limit<1000, 'statistics.get' | 'statistics.listScripts'>;
  statisticsGroupDays: Limit<31, 'statistics.get'>;
  eventStreams: Limit<100, 'events.stream'>;
  repositoryNameChars: Limit<64, RepositoryRequest>;
  repositories: Limit<50, 'repositories.create'>;
  repositoryUrlChars: Limit<2048, RepositoryRequest>;
  repositoryRefChars: Limit<255, RepositoryRequest>;
  repositoryFolderChars: Limit<255, RepositoryRequest>;
  repositoryKnownHostsChars: Limit<8192, RepositoryRequest>;
  repositoryIntervalMinutesMax: Limit<10_080, RepositoryRequest>;
  repositoryProjects: Limit<100, 'repositories.sync'>;
  repositoryPins: Limit<8, RepositoryRequest>;
  repositorySyncs: Limit<50, 'repositories.listSyncs'>;
  syncErrorChars: Limit<4096, 'repositories.listSyncs'>;
  commitAuthorChars: Limit<128, 'devscripts.uploadProject'>;
  credentialFailuresPerMinute: Limit<
    20,
    'sessions.create' | 'accounts.create' | 'accounts.update' | 'enrolments.create' | 'listings.quote'
  >;
}
