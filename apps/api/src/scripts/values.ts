import type { Values } from '@drover/contract';
import { getDevscript } from '../devscripts/devscripts';
import type { Service } from '../service';
import { getScript } from './scripts';

/** Reads what values are saved for, or fails where the account may not have it. */
type Find = (service: Service, accountId: string, id: string) => Promise<unknown>;

/** Values that an account saved for a published script of its library. */
export const scriptValues = valuesOf(getScript);

/** Values that an account saved for a devscript of its own. */
export const devscriptValues = valuesOf(getDevscript);

function valuesOf(find: Find) {
  return {
    /** None saved is an empty object. */
    async get(service: Service, accountId: string, id: string): Promise<Values> {
      await find(service, accountId, id);
      const where = { accountId_scriptId: { accountId, scriptId: id } };
      const row = await service.prisma.savedValues.findUnique({ where });
      return (row?.values ?? {}) as Values;
    },

    /** Keeps values in place of those before. */
    async update(
      service: Service,
      { accountId, id }: { accountId: string; id: string },
      values: Values,
    ): Promise<void> {
      await find(service, accountId, id);
      const json = values as object;
      await service.prisma.savedValues.upsert({
        where: { accountId_scriptId: { accountId, scriptId: id } },
        create: { accountId, scriptId: id, values: json },
        update: { values: json },
      });
    },
  };
}
