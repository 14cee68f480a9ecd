import { withoutContent } from './without-content';

describe('withoutContent', () => {
  it('keeps kind, code and place of an error, but not its message', () => {
    const error = Object.assign(new RangeError('Invalid: hunter22\nhunter22'), {
      code: '22P02',
      detail: 'hunter22',
    });
    const described = withoutContent(error);
    expect(described).toMatchObject({ type: 'RangeError', code: '22P02' });
    expect(described).toHaveProperty('stack', expect.stringContaining('without-content.spec.ts'));
    expect(JSON.stringify(described)).not.toContain('hunter22');
  });

  it('describes what is not an error by its type', () => {
    expect(withoutContent('hunter22')).toEqual({ type: 'string' });
  });
});
