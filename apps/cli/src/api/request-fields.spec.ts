import { buildFields } from './request-fields';

describe('buildFields', () => {
  it('keeps raw values as texts, and converts typed ones', async () => {
    expect(await buildFields(['a=1', 'b=x=y'], ['c=1', 'd=true', 'e=null', 'f=-2.5', 'g=1.x', 'h='])).toEqual(
      {
        ...{ a: '1', b: 'x=y' },
        ...{ c: 1, d: true, e: null, f: -2.5, g: '1.x', h: '' },
      },
    );
  });

  it('builds lists and records', async () => {
    expect(await buildFields(['tags[]=lab', 'tags[]=farm', 'selector[tag]=lab'], ['a[b][c]=1'])).toEqual({
      tags: ['lab', 'farm'],
      selector: { tag: 'lab' },
      a: { b: { c: 1 } },
    });
  });

  it('reads a file', async () => {
    expect(await buildFields([], [`code=@${__filename}`])).toEqual({
      code: expect.stringContaining('reads a file'),
    });
  });

  it.each(['name', '=1', 'a[b=1', 'a[][b]=1', '__proto__[a]=1'])('rejects %p', async (field) => {
    await expect(buildFields([field], [])).rejects.toMatchObject({ exitCode: 2 });
  });
});
