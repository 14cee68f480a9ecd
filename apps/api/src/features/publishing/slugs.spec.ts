import { newId } from '../../database/ids';
import { openTestDatabase } from '../../testing/database';
import { findFreeSlug } from './slugs';

describe('findFreeSlug', () => {
  it('tries slugs until neither a devscript nor a script has it', async () => {
    const database = await openTestDatabase();
    try {
      const { prisma } = database;
      const accountId = newId();
      const [reserved, orphaned] = ['-r---', '-o---'];
      await prisma.account.create({ data: { id: accountId, email: accountId, name: '' } });
      await prisma.devscript.create({ data: { id: newId(), accountId, name: '', slug: reserved } });
      const script = { id: newId(), accountId, name: '', version: '1.0.0' };
      await prisma.script.create({ data: { ...script, slug: orphaned } });
      const proposals = [reserved, orphaned, '-f---'];
      expect(await findFreeSlug(prisma, () => proposals.shift() ?? '')).toBe('-f---');
      await prisma.account.delete({ where: { id: accountId } });
    } finally {
      await database.close();
    }
  });
});
