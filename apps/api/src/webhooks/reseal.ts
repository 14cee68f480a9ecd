import { reseal } from '../secrets/reseal';
import type { Service } from '../service';
import { aboutSecret } from './signing';

export async function resealWebhooks(service: Service): Promise<void> {
  const aboutOf = ({ id }: { id: string }) => aboutSecret(id);
  const failure = "a webhook's secret could not be encrypted anew";
  for (const column of ['secret', 'oldSecret']) {
    await reseal(service, { table: 'Webhook', column, aboutOf, failure, idName: 'webhookId' });
  }
}
