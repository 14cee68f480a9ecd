import type { LinkLogLine } from '@drover/contract';
import type { Report } from '../device-socket/report';
import { maxDevices, splitReport } from './report-weight';

function createLog(lines: number): Report {
  return {
    ...{ deviceId: 'device', accountId: 'account', bytes: lines * 100 },
    time: (at) => new Date(at),
    rejection: { type: 'log', reason: 'a line was too long' },
    frame: {
      ...{ type: 'log', n: 7, runId: 'run' },
      lines: Array.from({ length: lines }, (_, index) => ({ seq: index + 1 }) as LinkLogLine),
    },
  };
}

const linesOf = ({ frame }: Report) => (frame.type === 'log' ? frame.lines : []);

describe('splitReport', () => {
  it('splits the lines of a frame in order, and reports its rejection once', () => {
    const report = createLog(1000);
    const parts = splitReport(report);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.flatMap(linesOf)).toEqual(linesOf(report));
    expect(parts.filter(({ rejection }) => rejection)).toHaveLength(1);
    expect(parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeCloseTo(report.bytes);
    expect(new Set(parts.map(({ frame }) => frame.n))).toEqual(new Set([7]));
  });

  it('keeps a report with few lines as it is', () => {
    const report = createLog(3);
    expect(splitReport(report)).toEqual([report]);
  });
});

describe('maxDevices', () => {
  it('is low while requests are processed, and rises with the number of waiting devices', () => {
    expect(maxDevices(1, true)).toBe(2);
    expect(maxDevices(32, true)).toBe(2);
    expect(maxDevices(3200, true)).toBe(200);
    expect(maxDevices(3200, false)).toBeGreaterThan(3200);
  });
});
