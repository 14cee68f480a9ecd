import { initContract, type AppRoute } from '@ts-rest/core';
import { accounts, installation, sessions } from './accounts.routes';
import { approvals } from './approvals.routes';
import { archives } from './archives.routes';
import { audit } from './audit.routes';
import { deviceGroups } from './device-groups.routes';
import { devices, robots } from './devices.routes';
import { devscripts } from './devscripts.routes';
import { directory } from './directory.routes';
import { enrolmentKeys, enrolments } from './enrolments.routes';
import { commonResponses } from './error-body';
import { events } from './events.routes';
import { failures } from './failures.routes';
import { identities } from './identities.routes';
import { inputFiles } from './input-files.routes';
import { jobs } from './jobs.routes';
import { listings } from './listings.routes';
import { invitations, members, workspaces } from './members.routes';
import { messages } from './messages.routes';
import { notificationSettings } from './notification-settings.routes';
import { agentUpdates } from './agent-updates.routes';
import { passkeys } from './passkeys.routes';
import { passwordResets } from './password-resets.routes';
import { presets } from './presets.routes';
import { promotionCodes } from './promotion-codes.routes';
import { repositories } from './repositories.routes';
import { results } from './results.routes';
import { reviews } from './reviews.routes';
import { revisions } from './revisions.routes';
import { runs } from './runs.routes';
import { schedules } from './schedules.routes';
import { scripts } from './scripts.routes';
import { secondFactor } from './second-factor.routes';
import { secrets } from './secrets.routes';
import { statistics } from './statistics.routes';
import { signInRequests } from './sign-in-requests.routes';
import { stores } from './stores.routes';
import { tokens } from './tokens.routes';
import { usage } from './usage.routes';
import { webhooks } from './webhooks.routes';

/** Every route of the service, by feature. */
export const contract = {
  devices,
  robots,
  deviceGroups,
  scripts,
  devscripts,
  revisions,
  promotionCodes,
  messages,
  notificationSettings,
  agentUpdates,
  jobs,
  failures,
  presets,
  runs,
  results,
  statistics,
  schedules,
  events,
  secrets,
  stores,
  inputFiles,
  enrolmentKeys,
  enrolments,
  reviews,
  listings,
  webhooks,
  repositories,
  installation,
  accounts,
  sessions,
  passwordResets,
  signInRequests,
  secondFactor,
  passkeys,
  identities,
  tokens,
  members,
  invitations,
  workspaces,
  directory,
  approvals,
  usage,
  archives,
  audit,
};
export type Contract = typeof contract;

/** Routes by feature and operation, without their literal types. */
type Routes = Record<string, Record<string, AppRoute>>;

/**
 * The same routes as ts-rest mounts and documents them, with the errors that each may respond with. Their literal types
 * are left out: the types of ts-rest cost seconds in every program that would resolve them.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- without it ts-rest infers all types
export const tsRestContract = initContract().router(contract as unknown as Routes, {
  strictStatusCodes: true,
  commonResponses,
}) as unknown as Routes;
