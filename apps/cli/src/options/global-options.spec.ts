import { separateJsonOption } from './global-options';

const id = '65f1c0ffee65f1c0ffee65f1';

describe('separateJsonOption', () => {
  it.each([
    { args: 'devices --json', expected: 'devices --json' },
    { args: 'devices --json name,online', expected: 'devices --json name,online' },
    { args: 'devices --json=name ls', expected: 'devices --json=name ls' },
    { args: `jobs --json ${id}`, expected: `jobs ${id} --json` },
    { args: 'devices --json --online', expected: 'devices --online --json' },
    { args: 'run --json -- hello --json', expected: 'run --json -- hello --json' },
    { args: `logs --json ${id} -- --json`, expected: `logs ${id} --json -- --json` },
  ])('turns "$args" into "$expected"', ({ args, expected }) => {
    expect(separateJsonOption(args.split(' '))).toEqual(expected.split(' '));
  });
});
