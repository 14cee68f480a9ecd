import { ERRORS } from '@drover/contract/errors';
import { errors } from './errors';

describe('errors in Chinese', () => {
  it('are those of the contract', () => {
    const codes = Object.values(ERRORS).map(({ code }) => String(code));
    expect(Object.keys(errors).sort()).toEqual(codes.sort());
  });
});
