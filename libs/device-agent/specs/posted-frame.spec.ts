import { LIMITS } from '@drover/contract/limits';
import { createPostedFrame } from '../src/posted-frame';

/** Arrays that nest so many levels deep. */
const nest = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

/** Returns the attachments of the frame, and the problems of those that were left out. */
function post(...attachments: unknown[]) {
  const problems: string[] = [];
  const frame = createPostedFrame('run', { at: 0, text: '', isTelemetry: false, attachments }, (problem) =>
    problems.push(problem),
  );
  return { attachments: 'attachments' in frame ? frame.attachments : undefined, problems };
}

describe('createPostedFrame', () => {
  it('keeps an attachment that nests as deep as the server allows', () => {
    const attachment = { type: 'json', data: nest(LIMITS.jsonDepth) };
    expect(post(attachment)).toEqual({ attachments: [attachment], problems: [] });
  });

  it.each([LIMITS.jsonDepth + 1, 2500, 100_000])(
    'leaves out an attachment that nests %i levels deep',
    (levels) => {
      const other = { type: 'text', data: 'kept' };
      expect(post({ type: 'json', data: nest(levels) }, other)).toEqual({
        attachments: [other],
        problems: ['postMessage: attachment 1 was left out: it nests more than 100 levels deep'],
      });
    },
  );
});
