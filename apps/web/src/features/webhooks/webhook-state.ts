import type { Webhook } from '@drover/sdk';

/** How long failed deliveries count as being retried, because most targets are back within minutes. */
const retryingMs = 10 * 60_000;

/** Returns whether a webhook is disabled, fails, or has begun to fail and is being retried. */
export function webhookStateOf(
  { isEnabled, failingSince }: Pick<Webhook, 'isEnabled' | 'failingSince'>,
  now: number,
): 'enabled' | 'retrying' | 'failing' | 'disabled' {
  if (!isEnabled) return 'disabled';
  if (!failingSince) return 'enabled';
  return now - Date.parse(failingSince) < retryingMs ? 'retrying' : 'failing';
}
