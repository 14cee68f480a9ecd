import { ApiError, ConnectionError, TimeLimitError } from '@drover/sdk';
import { CommanderError } from 'commander';
import { CliError, describeError, getExitCode } from './cli-error';

const fetchError = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:9') });
const api = (status: number, code: number) => new ApiError(status, { code, message: 'No.', requestId: 'r1' });

describe('getExitCode', () => {
  it.each([
    ['a CLI error', new CliError('failed', 'No.'), 1],
    ['invalid usage', new CommanderError(1, 'x', 'No.'), 2],
    ['help', new CommanderError(0, 'x', ''), 0],
    ['an unreachable server', new ConnectionError('GET /', { cause: fetchError }), 3],
    ['a request that timed out', new TimeLimitError(30_000), 3],
    ['a response of another program', new ApiError(404, {}), 3],
    ['an invalid token', api(401, 1040), 4],
    ['a missing scope', api(403, 1043), 4],
    ['a missing record', api(404, 1000), 5],
    ['a rejected request', api(422, 1102), 5],
    ['an unexpected error', new Error('No.'), 1],
  ])('returns the code for %s', (_description, error, code) => expect(getExitCode(error)).toBe(code));
});

describe('describeError', () => {
  it('shows the innermost cause of a connection error', () => {
    const [first] = describeError(new ConnectionError('GET /', { cause: fetchError }));
    expect(first).toBe('The server cannot be reached: connect ECONNREFUSED 127.0.0.1:9.');
  });

  it('adds the request ID to server errors', () => {
    expect(describeError(api(500, 1500))).toEqual(['No.', 'The server log has details under request ID r1.']);
    expect(describeError(api(422, 1102))).toEqual(['No.']);
  });

  it('names the items of the form whose values are invalid, and how to set them', () => {
    const errors = [{ path: 'job.vars.city', message: 'City is required' }];
    const message = 'City is required. Correct the values, or set skipValidation.';
    expect(describeError(new ApiError(422, { code: 1102, message, errors }))).toEqual([
      "The variables do not meet the rules of the script's form:",
      'city: City is required',
      'Set them with --vars or --vars-file, or use --skip-validation.',
    ]);
  });

  it('names the approval that a request waits for', () => {
    const error = new ApiError(409, { code: 1071, message: 'No.', approvalId: 'a1' });
    expect(describeError(error)).toEqual([
      'This needs the approval of another member, which was asked for. Nothing has started yet.',
      'See it: drover approvals show a1',
    ]);
    expect(getExitCode(error)).toBe(5);
  });

  it('returns nothing for errors that the parser has printed', () => {
    expect(describeError(new CommanderError(1, 'x', 'No.'))).toEqual([]);
  });
});
