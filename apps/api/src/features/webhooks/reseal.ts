import { db } from '../../database/sql';
import { reseal } from '../secrets/reseal';
import type { AppContext } from '../../context/app-context';
import { aboutSecret } from './signing';

export async function resealWebhooks(context: AppContext): Promise<void> {
  for (const column of ['secret', 'oldSecret'] as const) {
    await reseal(context, {
      select: db
        .selectFrom('Webhook')
        .select(['id', `${column} as sealed`])
        .where(column, 'is not', null),
      update: (id, { old, fresh }) =>
        db.updateTable('Webhook').set(column, fresh).where('id', '=', id).where(column, '=', old),
      aboutOf: ({ id }) => aboutSecret(id),
      failure: 'failed to re-encrypt the secret of a webhook',
      idName: 'webhookId',
    });
  }
}
