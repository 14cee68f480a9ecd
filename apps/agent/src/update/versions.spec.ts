import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  chooseProgram,
  confirmTrial,
  endTrial,
  getProgram,
  readTrial,
  writeTrial,
  type Trial,
} from './versions';

const installed = '/usr/local/lib/drover-agent/main.js';
const requested: Trial = { runId: 'run', version: 'b', state: 'requested' };
const started: Trial = { ...requested, state: 'started' };

let folder: { versions: string };

beforeEach(() => {
  folder = { versions: mkdtempSync(join(tmpdir(), 'drover-versions-')) };
  for (const version of ['a', 'b']) {
    const program = getProgram(folder, version);
    mkdirSync(dirname(program));
    writeFileSync(program, '');
  }
});
afterEach(() => rmSync(folder.versions, { recursive: true }));

describe('the version to start', () => {
  it('is the installed one until another was tried', () => {
    expect(chooseProgram(folder, installed)).toEqual({ program: installed });
  });

  it('is a requested one, once', () => {
    writeTrial(folder, requested);
    expect(chooseProgram(folder, installed)).toEqual({ program: getProgram(folder, 'b'), trial: requested });
    expect(readTrial(folder)).toEqual(started);
    expect(chooseProgram(folder, installed)).toEqual({ program: installed });
    expect(readTrial(folder)).toEqual({ ...started, state: 'failed', problem: 'was interrupted' });
  });

  it('is the former one after a failed trial', () => {
    confirmTrial(folder, { ...started, version: 'a' });
    mkdirSync(dirname(getProgram(folder, 'b')));
    writeTrial(folder, started);
    expect(endTrial(folder, started, 'ended with exit code 1')).toBe(true);
    expect(chooseProgram(folder, installed)).toEqual({ program: getProgram(folder, 'a') });
    expect(readTrial(folder)?.problem).toBe('ended with exit code 1');
  });

  it('is the new one after a successful trial, also if the launcher was killed before it noticed', () => {
    writeTrial(folder, started);
    writeFileSync(join(folder.versions, 'current'), 'b');
    expect(chooseProgram(folder, installed)).toEqual({ program: getProgram(folder, 'b') });
    expect(endTrial(folder, started, 'was killed by SIGKILL')).toBe(false);
  });

  it('is the installed one if the current one is missing', () => {
    confirmTrial(folder, started);
    rmSync(dirname(getProgram(folder, 'b')), { recursive: true });
    expect(chooseProgram(folder, installed)).toEqual({ program: installed });
  });
});

it('removes the other versions after a successful trial', () => {
  writeTrial(folder, started);
  confirmTrial(folder, started);
  expect(readdirSync(folder.versions).sort()).toEqual(['b', 'current']);
});
