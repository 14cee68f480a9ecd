import { initContract } from '@ts-rest/core';
import { accounts, audit, installation, sessions, tokens } from './accounts.routes';
import { deviceGroups } from './device-groups.routes';
import { devices, enrolmentKeys, enrolments, robots } from './devices.routes';
import { devscripts } from './devscripts.routes';
import { commonResponses } from './errors';
import { events, jobs, runs } from './jobs.routes';
import { listings } from './listings.routes';
import { messages, notificationSettings } from './messages.routes';
import { presets } from './presets.routes';
import { promotionCodes } from './promotion-codes.routes';
import { reviews } from './reviews.routes';
import { schedules } from './schedules.routes';
import { scripts } from './scripts.routes';
import { secrets } from './secrets.routes';
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
