import { readReason, REASON_CODES, REASONS, writeReason, type ReasonCode } from './reasons';

/** Texts as the agents write them. */
const ofAgents: [string, ReasonCode][] = [
  ['ran longer than 0.5 s', 'timed_out'],
  ['exit code 3', 'exited'],
  ['killed by SIGKILL', 'killed'],
  ['too many processes: the run had 70, the limit is 64', 'too_many_processes'],
  ['out of memory: the run needed more than 256 MB', 'out_of_memory'],
  ['could not be started: spawn ENOMEM', 'not_started'],
  ['the device could not store the run: ENOSPC: no space left\non device', 'not_stored'],
  ['the agent ended while the run went on', 'agent_ended'],
];

describe('readReason', () => {
  it.each(ofAgents)('reads %j', (text, code) => expect(readReason(text)?.code).toBe(code));

  it.each(REASON_CODES)('reads %s as it was written', (code) => {
    expect(readReason(REASONS[code].replace(/\{\w+\}/g, '7'))?.code).toBe(code);
  });

  it('returns the values', () => {
    expect(readReason('wave 2: 3 of 10 runs failed, more than 5 %')).toEqual({
      code: 'wave_failed',
      values: { wave: '2', reason: '3 of 10 runs failed, more than 5 %' },
    });
  });

  it.each(['TypeError: x is not a function (script.js:1:2)', 'replaced by me', 'Uncaught paused', ''])(
    'leaves %j to its script',
    (text) => expect(readReason(text)).toBeUndefined(),
  );
});

describe('writeReason', () => {
  it('writes a text with its values', () => {
    expect(writeReason('devices_offline', { offline: 1, devices: 3 })).toBe('device offline: 1 of 3');
    expect(writeReason('replaced')).toBe('replaced');
  });
});
