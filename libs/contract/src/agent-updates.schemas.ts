import { z } from 'zod';
import { text } from './fields';
import { LIMITS } from './limits';

const LocalTime = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 02:30')
  .meta({ example: '02:30' });

/** When automatic updates may start, each week. A window whose end is not after its start ends on the next day. */
export const UpdateWindow = z.object({
  from: LocalTime,
  to: LocalTime,
  timeZone: text(LIMITS.cronChars, 1).meta({ description: 'IANA time zone', example: 'Europe/Berlin' }),
  days: z.array(z.number().int().min(1).max(7)).min(1, 'must name at least one day').max(7).optional().meta({
    description: 'days on which the window starts, from 1 for Monday to 7 for Sunday; default: every day',
  }),
});
export type UpdateWindow = z.infer<typeof UpdateWindow>;

/** Whether the server updates outdated agents by itself. */
export const AgentUpdates = z.object({
  isAutomatic: z.boolean(),
  window: UpdateWindow.nullable().meta({ description: 'null: at any time' }),
});
export type AgentUpdates = z.infer<typeof AgentUpdates>;

/** Replaces the settings. */
export const UpdateAgentUpdates = AgentUpdates.extend({
  window: UpdateWindow.nullish().meta({ description: 'null or omitted: at any time' }),
});
export type UpdateAgentUpdates = z.infer<typeof UpdateAgentUpdates>;
