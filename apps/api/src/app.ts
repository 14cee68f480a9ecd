import { tsRestContract } from '@drover/contract';
import { contractV2 } from '@drover/contract/v2';
import { createExpressEndpoints } from '@ts-rest/express';
import type { ErrorRequestHandler, Express } from 'express';
import {
  accountRoutes,
  installationRoutes,
  passwordResetRoutes,
  sessionRoutes,
} from './routes/accounts.routes';
import { approvalRoutes } from './routes/approvals.routes';
import { artifactUploadRoutes } from './routes/artifact-uploads.routes';
import { archiveRoutes } from './routes/archives.routes';
import { auditRoutes } from './routes/audit.routes';
import { autoxRoutes } from './routes/autox.routes';
import { directoryRoutes } from './routes/directory.routes';
import { deviceGroupRoutes } from './routes/device-groups.routes';
import { deviceRoutes } from './routes/devices.routes';
import { devscriptRoutes } from './routes/devscripts.routes';
import { enrolmentKeyRoutes, enrolmentRoutes } from './routes/enrolments.routes';
import { eventRoutes } from './routes/events.routes';
import { failureRoutes } from './routes/failures.routes';
import type { EventHub } from './features/events/hub';
import { createAuditWriter } from './features/audit/audit-writer';
import { auditChanges } from './http/audit';
import { authenticate } from './http/authenticate';
import { parseBody, readBody } from './http/bodies';
import { checkRequest } from './http/check-request';
import { consoleRoutes } from './http/console';
import { countRequests } from './http/count-requests';
import { errorHandler, notFoundHandler } from './http/error-handler';
import { healthRoutes } from './http/health';
import { confirmBeforeError, whileConfirming } from './http/while-confirming';
import { logRequests } from './http/logging';
import { limitRates } from './http/rate-limits';
import { takeTurns } from './http/request-turns';
import { allHandlers } from './http/route-handlers';
import { securityHeaders } from './http/security-headers';
import { identityRoutes } from './routes/identities.routes';
import { inputFileDownloadRoutes } from './routes/input-file-downloads.routes';
import { inputFileRoutes } from './routes/input-files.routes';
import { installRoutes } from './routes/install.routes';
import { jobRoutes } from './routes/jobs.routes';
import { codeRoutes } from './routes/code.routes';
import { credentialRoutes } from './routes/credential.routes';
import { invitationRoutes, memberRoutes, workspaceRoutes } from './routes/members.routes';
import { listingPage } from './features/listings/listing-page';
import { listingRoutes } from './routes/listings.routes';
import { messageRoutes } from './routes/messages.routes';
import { limitLongBodies } from './http/long-bodies';
import { measureRequests } from './http/measure-requests';
import { middleware } from './http/middleware';
import { agentUpdatesRoutes } from './routes/agent-updates.routes';
import { notificationSettingsRoutes } from './routes/notification-settings.routes';
import { passkeyRoutes } from './routes/passkeys.routes';
import { presetRoutes } from './routes/presets.routes';
import { promotionCodeRoutes } from './routes/promotion-codes.routes';
import { referenceRoutes } from './routes/reference.routes';
import { repositoryRoutes } from './routes/repositories.routes';
import { repositoryHookRoutes } from './routes/repository-hooks.routes';
import { resultRoutes } from './routes/results.routes';
import { reviewRoutes } from './routes/reviews.routes';
import { revisionRoutes } from './routes/revisions.routes';
import { runRoutes } from './routes/runs.routes';
import { scheduleRoutes } from './routes/schedules.routes';
import { scimRoutes } from './routes/scim.routes';
import { scriptRoutes } from './routes/scripts.routes';
import { secondFactorRoutes } from './routes/second-factor.routes';
import { secretRoutes } from './routes/secrets.routes';
import type { AppContext } from './context/app-context';
import { signInRequestRoutes } from './routes/sign-in-requests.routes';
import { statisticsRoutes } from './routes/statistics.routes';
import { storeCallRoutes } from './routes/store-calls.routes';
import { storeRoutes } from './routes/stores.routes';
import { tokenRoutes } from './routes/tokens.routes';
import { usageRoutes } from './routes/usage.routes';
import { readApiKey, routesV2 } from './routes/v2.routes';
import { webhookRoutes } from './routes/webhooks.routes';

/** Every endpoint of the contract, and the feature that serves it. */
function endpoints(context: AppContext, events: EventHub) {
  const devices = deviceRoutes(context);
  return allHandlers({
    devices,
    robots: devices,
    deviceGroups: deviceGroupRoutes(context),
    scripts: scriptRoutes(context),
    devscripts: devscriptRoutes(context),
    revisions: revisionRoutes(context),
    promotionCodes: promotionCodeRoutes(context),
    messages: messageRoutes(context),
    notificationSettings: notificationSettingsRoutes(context),
    agentUpdates: agentUpdatesRoutes(context),
    jobs: jobRoutes(context),
    failures: failureRoutes(context),
    presets: presetRoutes(context),
    runs: runRoutes(context),
    results: resultRoutes(context),
    statistics: statisticsRoutes(context),
    schedules: scheduleRoutes(context),
    events: eventRoutes(events),
    secrets: secretRoutes(context),
    inputFiles: inputFileRoutes(context),
    stores: storeRoutes(context),
    enrolmentKeys: enrolmentKeyRoutes(context),
    enrolments: enrolmentRoutes(context),
    reviews: reviewRoutes(context),
    listings: listingRoutes(context),
    webhooks: webhookRoutes(context),
    repositories: repositoryRoutes(context),
    installation: installationRoutes(context),
    accounts: accountRoutes(context),
    sessions: sessionRoutes(context),
    passwordResets: passwordResetRoutes(context),
    signInRequests: signInRequestRoutes(context),
    secondFactor: secondFactorRoutes(context),
    passkeys: passkeyRoutes(context),
    identities: identityRoutes(context),
    tokens: tokenRoutes(context),
    members: memberRoutes(context),
    invitations: invitationRoutes(context),
    workspaces: workspaceRoutes(context),
    directory: directoryRoutes(context),
    approvals: approvalRoutes(context),
    usage: usageRoutes(context),
    archives: archiveRoutes(context),
    audit: auditRoutes(context),
  });
}

interface Parts {
  context: AppContext;
  events: EventHub;
  isDatabaseReady: () => Promise<boolean>;
}

/** Registers middleware and routes in the order in which requests pass them. */
export function routeRequests(app: Express, { context, events, isDatabaseReady }: Parts): void {
  app.disable('x-powered-by');
  // Proxies whose X-Forwarded headers are trusted.
  app.set('trust proxy', context.settings.TRUST_PROXY);
  app.use(logRequests(context.log));
  app.use(measureRequests(context));
  app.use(securityHeaders(context));
  app.use(checkRequest);
  app.use(healthRoutes(context, isDatabaseReady));
  app.use(referenceRoutes(context));
  app.use(codeRoutes(context));
  app.use(credentialRoutes(context));
  app.use(artifactUploadRoutes(context));
  app.use(inputFileDownloadRoutes(context));
  app.use(storeCallRoutes(context));
  app.use(repositoryHookRoutes(context));
  app.use(scimRoutes(context));
  app.use(autoxRoutes(context));
  app.use(installRoutes(context));
  app.use(listingPage(context));
  const options = {
    globalMiddleware: [
      authenticate(context),
      countRequests(context),
      limitRates(context),
      limitLongBodies(),
      middleware((request, response) => readBody(context, request, response)),
      takeTurns(context),
      middleware(parseBody),
      auditChanges(context, createAuditWriter(context)),
    ],
    responseValidation: true,
    // Passes the error on, because errorHandler is the only place that turns errors into responses.
    requestValidationErrorHandler: (...[error, , , next]: Parameters<ErrorRequestHandler>) => next(error),
    logInitialization: false,
  };
  // allHandlers has checked the types already. The check of ts-rest takes seconds at compile time.
  createExpressEndpoints(tsRestContract, whileConfirming(endpoints(context, events)) as never, app, options);
  app.use('/v2', readApiKey);
  createExpressEndpoints(contractV2, whileConfirming(routesV2(context)), app, options);
  app.use(consoleRoutes());
  app.use(notFoundHandler);
  app.use(confirmBeforeError);
  app.use(errorHandler(context));
}
