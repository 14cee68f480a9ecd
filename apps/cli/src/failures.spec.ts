import { ApiError, ConnectionError, TimeLimitError } from '@drover/sdk';
import { CommanderError } from 'commander';
import { exitCodeOf, explain, Failure } from './failures';

const refused = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:9') });
const api = (status: number, code: number) => new ApiError(status, { code, message: 'No.', requestId: 'r1' });

describe('exitCodeOf', () => {
  it.each([
    ['a failure', new Failure('failed', 'No.'), 1],
    ['a command line that is wrong', new CommanderError(1, 'x', 'No.'), 2],
    ['help', new CommanderError(0, 'x', ''), 0],
    ['a service that is away', new ConnectionError('GET /', { cause: refused }), 3],
    ['a service that is silent', new TimeLimitError(30_000), 3],
    ['an answer of another server', new ApiError(404, {}), 3],
    ['a wrong token', api(401, 1040), 4],
    ['a missing scope', api(403, 1043), 4],
    ['something that is not there', api(404, 1000), 5],
    ['a refusal', api(422, 1102), 5],
    ['a bug', new Error('No.'), 1],
  ])('of %s', (_what, error, code) => expect(exitCodeOf(error)).toBe(code));
});

describe('explain', () => {
  it('goes to the bottom of what broke a connection', () => {
    const [first] = explain(new ConnectionError('GET /', { cause: refused }));
    expect(first).toBe('The service cannot be reached: connect ECONNREFUSED 127.0.0.1:9.');
  });

  it('names the request where the service itself failed', () => {
    expect(explain(api(500, 1500))).toEqual(['No.', 'The log of the service has it by r1.']);
    expect(explain(api(422, 1102))).toEqual(['No.']);
  });

  it('does not repeat what the parser has said', () => {
    expect(explain(new CommanderError(1, 'x', 'No.'))).toEqual([]);
  });
});
