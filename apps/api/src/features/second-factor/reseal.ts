import type { AppContext } from '../../context/app-context';
import { db } from '../../database/sql';
import { reseal } from '../secrets/reseal';
import { aboutTotp } from './check-code';

export async function resealSecondFactors(context: AppContext): Promise<void> {
  for (const column of ['totpSecret', 'totpDraft'] as const) {
    await reseal(context, {
      select: db
        .selectFrom('Person')
        .select(['id', `${column} as sealed`])
        .where(column, 'is not', null),
      update: (id, { old, fresh }) =>
        db.updateTable('Person').set(column, fresh).where('id', '=', id).where(column, '=', old),
      aboutOf: ({ id }) => aboutTotp(id),
      failure: 'failed to re-encrypt the second factor of a person',
      idName: 'personId',
    });
  }
}
