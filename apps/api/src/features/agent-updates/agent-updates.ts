import type { AgentUpdates, UpdateAgentUpdates, UpdateWindow } from '@drover/contract';
import type { AppContext } from '../../context/app-context';
import { Prisma } from '../../database/client/client';
import { orNotFound } from '../../errors/api-error';
import { assertTimeZone } from '../../records/local-clock';

export async function getAgentUpdates({ prisma }: AppContext, accountId: string): Promise<AgentUpdates> {
  const select = { updatesAgents: true, updateWindow: true };
  const account = orNotFound(await prisma.account.findUnique({ where: { id: accountId }, select }));
  return { isAutomatic: account.updatesAgents, window: account.updateWindow as UpdateWindow | null };
}

/** The server looks for outdated agents at once if the window is open. */
export async function updateAgentUpdates(
  { prisma }: AppContext,
  accountId: string,
  { isAutomatic, window }: UpdateAgentUpdates,
): Promise<void> {
  if (window) assertTimeZone(window.timeZone, 'window.timeZone');
  await prisma.account.update({
    where: { id: accountId },
    data: { updatesAgents: isAutomatic, updateWindow: window ?? Prisma.DbNull, updatesCheckedAt: null },
  });
}
