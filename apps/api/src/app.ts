import { contract } from '@drover/contract';
import { contractV2 } from '@drover/contract/v2';
import { createExpressEndpoints, initServer } from '@ts-rest/express';
import type { ErrorRequestHandler, Express } from 'express';
import { accountRoutes, installationRoutes, sessionRoutes } from './accounts/accounts.routes';
import { auditRoutes } from './audit/audit.routes';
import { autoxRoutes } from './autox/autox.routes';
import { deviceGroupRoutes } from './device-groups/device-groups.routes';
import { deviceRoutes } from './devices/devices.routes';
import { devscriptRoutes } from './devscripts/devscripts.routes';
import { enrolmentKeyRoutes, enrolmentRoutes } from './enrolments/enrolments.routes';
import { eventRoutes } from './events/events.routes';
import type { EventHub } from './events/hub';
import { auditChanges } from './http/audit';
import { authenticate } from './http/authenticate';
import { readBody } from './http/bodies';
import { consoleRoutes } from './http/console';
import { answerErrors, noSuchRoute } from './http/errors';
import { healthRoutes } from './http/health';
import { logRequests } from './http/logging';
import { limitRates } from './http/rate-limits';
import { securityHeaders } from './http/security-headers';
import { jobRoutes } from './jobs/jobs.routes';
import { codeRoutes } from './link/code.routes';
import { listingPage } from './listings/listing-page';
import { listingRoutes } from './listings/listings.routes';
import { messageRoutes } from './messages/messages.routes';
import { measureRequests } from './metrics/requests';
import { notificationSettingsRoutes } from './notification-settings/notification-settings.routes';
import { presetRoutes } from './presets/presets.routes';
import { promotionCodeRoutes } from './promotion-codes/promotion-codes.routes';
import { referenceRoutes } from './reference/reference.routes';
import { reviewRoutes } from './reviews/reviews.routes';
import { runRoutes } from './runs/runs.routes';
import { scheduleRoutes } from './schedules/schedules.routes';
import { scriptRoutes } from './scripts/scripts.routes';
import { secretRoutes } from './secrets/secrets.routes';
import type { Service } from './service';
import { tokenRoutes } from './tokens/tokens.routes';
import { readApiKey, routesV2 } from './v2/v2.routes';
import { webhookRoutes } from './webhooks/webhooks.routes';

/** Every endpoint of the contract, and the feature that serves it. */
function endpoints(service: Service, events: EventHub) {
  const devices = deviceRoutes(service);
  return initServer().router(contract, {
    devices,
    robots: devices,
    deviceGroups: deviceGroupRoutes(service),
    scripts: scriptRoutes(service),
    devscripts: devscriptRoutes(service),
    promotionCodes: promotionCodeRoutes(service),
    messages: messageRoutes(service),
    notificationSettings: notificationSettingsRoutes(service),
    jobs: jobRoutes(service),
    presets: presetRoutes(service),
    runs: runRoutes(service),
    schedules: scheduleRoutes(service),
    events: eventRoutes(events),
    secrets: secretRoutes(service),
    enrolmentKeys: enrolmentKeyRoutes(service),
    enrolments: enrolmentRoutes(service),
    reviews: reviewRoutes(service),
    listings: listingRoutes(service),
    webhooks: webhookRoutes(service),
    installation: installationRoutes(service),
    accounts: accountRoutes(service),
    sessions: sessionRoutes(service),
    tokens: tokenRoutes(service),
    audit: auditRoutes(service),
  });
}

interface Parts {
  service: Service;
  events: EventHub;
  isDatabaseReady: () => Promise<boolean>;
}

/** The way of a request, in reading order. */
export function routeRequests(app: Express, { service, events, isDatabaseReady }: Parts): void {
  app.disable('x-powered-by');
  // These proxies may say for whom they ask.
  app.set('trust proxy', service.settings.TRUST_PROXY);
  app.use(logRequests(service.log));
  app.use(measureRequests(service));
  app.use(securityHeaders(service));
  app.use(healthRoutes(service, isDatabaseReady));
  app.use(referenceRoutes(service));
  app.use((request, _response, next) => {
    request.url = request.url.replace(/^\/api(?=\/v[12]\/)/, '');
    next();
  });
  app.use(codeRoutes(service));
  app.use(autoxRoutes(service));
  app.use(listingPage(service));
  const options = {
    globalMiddleware: [authenticate(service), limitRates(service), readBody, auditChanges(service)],
    responseValidation: true,
    // Handed on as it is: answerErrors is the one place that turns what was thrown into an answer.
    requestValidationErrorHandler: (...[error, , , next]: Parameters<ErrorRequestHandler>) => next(error),
    logInitialization: false,
  };
  createExpressEndpoints(contract, endpoints(service, events), app, options);
  app.use('/v2', readApiKey);
  createExpressEndpoints(contractV2, routesV2(service), app, options);
  app.use(consoleRoutes());
  app.use(noSuchRoute);
  app.use(answerErrors(service));
}
