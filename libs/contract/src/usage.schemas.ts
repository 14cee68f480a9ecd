import { z } from 'zod';

/** How many requests the account may send in a calendar month, and how many it has sent. */
export const Usage = z.object({
  limit: z.number().int().meta({ description: 'requests per month; 1,000,000,000 if there is no limit' }),
  remaining: z.number().int(),
  used: z.number().int().meta({ description: 'requests with an access token in this month' }),
  reset: z.string().meta({
    description: "start of the next month in the service's time zone, YYYY-MM-DD HH:mm:ss",
    example: '2026-02-01 00:00:00',
  }),
});
export type Usage = z.infer<typeof Usage>;
