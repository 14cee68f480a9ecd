import { toText } from './text-log';

const time = '2026-11-23T19:00:00.000Z';

describe('toText', () => {
  it('writes time, level, message and fields in one line', () => {
    const entry = {
      level: 30,
      time,
      migration: 'initial',
      res: { statusCode: 200 },
      msg: 'migration applied',
    };
    expect(toText(JSON.stringify(entry))).toBe(
      `${time} INFO  migration applied migration="initial" res={"statusCode":200}\n`,
    );
  });

  it('writes the stack of an error below', () => {
    const err = { type: 'Error', message: 'broken', stack: 'Error: broken\n    at a' };
    expect(toText(JSON.stringify({ level: 50, time, err, msg: 'request failed' }))).toBe(
      `${time} ERROR request failed\nError: broken\n    at a\n`,
    );
    expect(toText(JSON.stringify({ level: 40, time, err: { message: 'broken' } }))).toBe(
      `${time} WARN  broken\n`,
    );
  });
});
