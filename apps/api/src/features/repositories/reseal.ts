import type { AppContext } from '../../context/app-context';
import { db } from '../../database/sql';
import { reseal } from '../secrets/reseal';
import { aboutHookSecret } from './hooks';

export async function resealRepositories(context: AppContext): Promise<void> {
  await reseal(context, {
    select: db.selectFrom('Repository').select(['id', 'hookSecret as sealed']),
    update: (id, { old, fresh }) =>
      db
        .updateTable('Repository')
        .set({ hookSecret: fresh })
        .where('id', '=', id)
        .where('hookSecret', '=', old),
    aboutOf: ({ id }) => aboutHookSecret(id),
    failure: 'failed to re-encrypt the secret of a repository',
    idName: 'repositoryId',
  });
}
