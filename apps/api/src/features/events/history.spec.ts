import { newId } from '../../database/ids';
import { History } from './history';

describe('History', () => {
  it('holds the text of an event and its subject, and not the event', () => {
    const history = new History();
    const lines = [{ seq: 1, at: new Date().toISOString(), level: 'info' as const, text: 'hello' }];
    const subject = { jobId: newId(), runId: newId(), deviceId: newId() };
    history.add({ type: 'log', ...subject, lines });
    const { text, ...rest } = history.next(0)!;
    expect(rest).toEqual({ type: 'log', subject });
    expect(text).toContain('hello');
  });
});
