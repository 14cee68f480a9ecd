import { initContract } from '@ts-rest/core';
import { accounts, installation, sessions } from './accounts.routes';
import { audit } from './audit.routes';
import { deviceGroups } from './device-groups.routes';
import { devices, robots } from './devices.routes';
import { devscripts } from './devscripts.routes';
import { enrolmentKeys, enrolments } from './enrolments.routes';
import { commonResponses } from './errors';
import { events } from './events.routes';
import { jobs } from './jobs.routes';
import { listings } from './listings.routes';
import { messages } from './messages.routes';
import { notificationSettings } from './notification-settings.routes';
import { presets } from './presets.routes';
import { promotionCodes } from './promotion-codes.routes';
import { reviews } from './reviews.routes';
import { runs } from './runs.routes';
import { schedules } from './schedules.routes';
import { scripts } from './scripts.routes';
import { secrets } from './secrets.routes';
import { tokens } from './tokens.routes';
import { webhooks } from './webhooks.routes';

const c = initContract();

/** Every endpoint of the service. The spec beside this file prints them with their statuses. */
export const contract = c.router(
  {
    devices,
    robots,
    deviceGroups,
    scripts,
    devscripts,
    promotionCodes,
    messages,
    notificationSettings,
    jobs,
    presets,
    runs,
    schedules,
    events,
    secrets,
    enrolmentKeys,
    enrolments,
    reviews,
    listings,
    webhooks,
    installation,
    accounts,
    sessions,
    tokens,
    audit,
  },
  { strictStatusCodes: true, commonResponses },
);
