import type { Device } from '@drover/sdk';
import { eventually, type Installation } from '@drover/test-installation';
import { join } from 'node:path';
import { Phone } from './phone';

/** Starts an agent for Node and one for phones, and waits until both devices are online. */
export async function startComputerAndPhone(
  installation: Installation,
): Promise<{ phone: Phone; devices: Device[] }> {
  const { drover, folder, url } = installation;
  await installation.startAgent('computer');
  const { key } = await drover.enrolmentKeys.create();
  const phone = new Phone(join(folder, 'phone'));
  await phone.start(await (await fetch(`${url}/autox/${key}/agent.js`)).text());
  const { items: devices } = await eventually(
    () => drover.devices.list({ online: true }),
    ({ count }) => count === 2,
  );
  return { phone, devices };
}
