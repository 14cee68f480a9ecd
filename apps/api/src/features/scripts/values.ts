import type { Values } from '@drover/contract';
import { getDevscript } from '../devscripts/devscripts';
import type { AppContext } from '../../context/app-context';
import { getScript } from './scripts';

/** Fails unless the account may read the script or devscript. */
type AssertReadable = (context: AppContext, accountId: string, id: string) => Promise<unknown>;

/** Values that an account saved for a published script in its library. */
export const scriptValues = createValueStore(getScript);

/** Values that an account saved for one of its devscripts. */
export const devscriptValues = createValueStore(getDevscript);

function createValueStore(assertReadable: AssertReadable) {
  return {
    /** Returns an empty object if no values are saved. */
    async get(context: AppContext, accountId: string, id: string): Promise<Values> {
      await assertReadable(context, accountId, id);
      const where = { accountId_scriptId: { accountId, scriptId: id } };
      const row = await context.prisma.savedValues.findUnique({ where });
      return (row?.values ?? {}) as Values;
    },

    /** Replaces all saved values. */
    async update(
      context: AppContext,
      { accountId, id }: { accountId: string; id: string },
      values: Values,
    ): Promise<void> {
      await assertReadable(context, accountId, id);
      const json = values as object;
      await context.prisma.savedValues.upsert({
        where: { accountId_scriptId: { accountId, scriptId: id } },
        create: { accountId, scriptId: id, values: json },
        update: { values: json },
      });
    },
  };
}
