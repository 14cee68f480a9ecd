import { stripVTControlCharacters } from 'node:util';
import type { LogLine } from '@drover/sdk';
import { LogPrinter } from './log-printer';

const line = (seq: number, text: string, step?: LogLine['step']): LogLine => ({
  ...{ seq, text, level: 'info', at: '2026-01-31T08:00:00.000Z' },
  ...(step && { step }),
});

describe('the log printer', () => {
  it('indents the lines of steps, for each run of its own', () => {
    const printed: string[] = [];
    const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      // FORCE_COLOR of the test environment may add colours.
      printed.push(stripVTControlCharacters(String(text)));
      return true;
    });
    const printer = new LogPrinter({ deviceNames: ['Box'] });
    const start = { parentId: null, state: 'started', durationMs: null } as const;
    printer.print({ runId: 'a', deviceName: 'Box' }, [
      line(1, 'Checkout', { id: 1, ...start }),
      line(2, 'Pay', { id: 2, ...start, parentId: 1 }),
      line(3, 'two\nlines'),
    ]);
    printer.print({ runId: 'b', deviceName: 'Box' }, [line(1, 'other run')]);
    printer.print({ runId: 'a', deviceName: 'Box' }, [
      line(4, 'Pay: failed after 1.2 s', { id: 2, parentId: 1, state: 'failed', durationMs: 1200 }),
      line(5, 'Checkout: succeeded after 3 s', {
        id: 1,
        parentId: null,
        state: 'succeeded',
        durationMs: 3000,
      }),
      line(6, 'after'),
    ]);
    write.mockRestore();
    expect(printed.join('').trimEnd().split('\n')).toEqual([
      'Box │ ▸ Checkout',
      'Box │   ▸ Pay',
      'Box │     two',
      'Box │     lines',
      'Box │ other run',
      'Box │   ✗ Pay: failed after 1.2 s',
      'Box │ ✓ Checkout: succeeded after 3 s',
      'Box │ after',
    ]);
  });
});
