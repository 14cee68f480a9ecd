import { LIMITS } from '@drover/contract';
import { readRows } from './large-rows';

const ids = ['4', '3', '2', '1'];

/** Reads rows with so many bytes, except those that were deleted. */
async function readSized(bytes: number, deleted: string[] = []) {
  const reads: string[][] = [];
  const read = async (part: string[]) => {
    reads.push(part);
    const found = part.filter((id) => !deleted.includes(id)).reverse();
    return found.map((id) => ({ id, text: 'x'.repeat(bytes) }));
  };
  const page = await readRows(ids, { read, item: ({ id, text }) => ({ id, text }), hasLargeRows: true });
  return { ...page, items: page.items.map(({ id }) => id), reads };
}

describe('readRows', () => {
  it('reads one row first, and then as many as fit on a page', async () => {
    expect(await readSized(10)).toEqual({ items: ids, used: 4, reads: [['4'], ['3', '2', '1']] });
  });

  it('stops when the rows reach the size of a page', async () => {
    expect(await readSized(LIMITS.pageBytes)).toEqual({ items: ['4'], used: 1, reads: [['4']] });
    expect(await readSized(0.6 * LIMITS.pageBytes)).toEqual({
      ...{ items: ['4', '3'], used: 2 },
      reads: [['4'], ['3']],
    });
  });

  it('skips rows that were deleted in the meantime', async () => {
    const { items, used } = await readSized(10, ['4', '2', '1']);
    expect({ items, used }).toEqual({ items: ['3'], used: 4 });
  });
});
