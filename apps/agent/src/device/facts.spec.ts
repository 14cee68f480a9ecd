import { Facts } from '@drover/contract/link';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { readBattery, readFacts } from './facts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drover-facts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('readFacts', () => {
  it('describes this machine in a valid frame', () => {
    const facts = readFacts(folder);
    expect(Facts.parse({ type: 'facts', ...facts })).toEqual({ type: 'facts', ...facts });
    expect(facts).toMatchObject({
      os: expect.stringMatching(/./),
      osVersion: expect.stringMatching(/./),
      architecture: process.arch,
      hostname: hostname(),
      memoryBytes: totalmem(),
      diskBytes: expect.any(Number),
    });
    expect(facts.freeDiskBytes).toBeLessThanOrEqual(facts.diskBytes ?? 0);
    expect(facts.cores).toBeGreaterThan(0);
  });

  it('leaves out what cannot be read', () => {
    expect(readFacts(join(folder, 'missing'))).not.toHaveProperty('diskBytes');
  });
});

describe('readBattery', () => {
  const write = (supply: string, fields: Record<string, string>) => {
    mkdirSync(join(folder, supply));
    for (const [name, text] of Object.entries(fields)) writeFileSync(join(folder, supply, name), `${text}\n`);
  };

  it('reads the first battery in steps of 5 %', () => {
    write('AC', { type: 'Mains', online: '1' });
    write('BAT0', { type: 'Battery', capacity: '83', status: 'Discharging' });
    expect(readBattery(folder)).toEqual({ batteryPercent: 85, isCharging: false });
  });

  it('returns nothing without a battery, or with one that does not say its charge', () => {
    expect(readBattery(join(folder, 'missing'))).toEqual({});
    write('BAT0', { type: 'Battery', status: 'Unknown' });
    expect(readBattery(folder)).toEqual({});
  });
});
