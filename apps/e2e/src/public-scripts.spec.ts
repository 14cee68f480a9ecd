import type { Device, Run } from '@drover/sdk';
import { eventually, Installation } from '@drover/test-installation';
import {
  type PublicStyleService,
  readPublicStyleScripts,
  startPublicStyleService,
} from '@drover/test-services';
import { startComputerAndPhone } from './testing/phone/computer-and-phone';
import type { Phone } from './testing/phone/phone';
import { describeOnRhino } from './testing/phone/rhino';

/** Scripts that log something else on phones, and why. */
const differing: Record<string, string> = {
  'dialogs-dismissed.js': 'A phone asks the person in front of it and waits. A computer answers by itself.',
  'loader.js': 'On phones the log of a script that a script starts stays in the app.',
};

const scripts = readPublicStyleScripts();
let installation: Installation;
let phone: Phone;
let devices: Device[];
let service: PublicStyleService;

beforeAll(async () => {
  installation = await Installation.start();
  service = await startPublicStyleService();
  ({ phone, devices } = await startComputerAndPhone(installation));
});
afterAll(async () => {
  await phone?.kill();
  await installation?.close();
  service.close();
});

/** Runs a script on the computer and on the phone. Returns the ended runs by platform. */
async function runOnBoth(code: string): Promise<{ computer: Run; phone: Run }> {
  const scriptId = await installation.createScript(code);
  const { url, closedPort } = service;
  const vars = { url, closedPort, key: scriptId };
  const { jobId } = await installation.drover.devscripts.run(scriptId, { devices, vars });
  const { items } = await eventually(
    () => installation.drover.runs.list({ jobId }),
    (list) => list.count === 2 && list.items.every(({ finishedAt }) => finishedAt !== null),
  );
  const isComputer = ({ deviceName }: Run) => deviceName === 'computer';
  return {
    computer: items.find(isComputer) as Run,
    phone: items.find((run) => !isComputer(run)) as Run,
  };
}

describeOnRhino('a script in the style of public ones', () => {
  it.each(scripts.filter(({ name }) => !(name in differing)))(
    'logs on Rhino what it logs on Node: $name',
    async ({ code, log }) => {
      const runs = await runOnBoth(code);
      expect(await installation.readLog(runs.phone)).toEqual(log);
      expect(await installation.readLog(runs.computer)).toEqual(log);
      expect([runs.phone.state, runs.computer.state]).toEqual(['succeeded', 'succeeded']);
    },
  );

  it.each(Object.entries(differing))('differs: %s. %s', async (name) => {
    const script = scripts.find((candidate) => candidate.name === name);
    const runs = await runOnBoth(script!.code);
    expect(await installation.readLog(runs.computer)).toEqual(script!.log);
    expect(await installation.readLog(runs.phone)).not.toEqual(script!.log);
  });
});
