import { Drover } from '@drover/sdk';
import { freePort } from '@drover/test-services';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspectable } from '../memory';
import { Children } from '../../service/children';
import { startService, untilReady, type Service } from '../../service/service';
import { createNeighbour, type Neighbour, type Target } from './target';

const neighbours = 8;
const bystanderDevices = 50;
const startTimeoutMs = 60_000;

/** One server with its default settings, with a bystander and hostile accounts. */
export interface Neighbourhood {
  service: Service;
  children: Children;
  folder: string;
  inspectPort: number;
  drover: Drover;
  bystander: Neighbour;
  target: Target;
  /** How often the server ended by itself. It was started again each time. */
  crashes: number;
  close(): Promise<void>;
}

/** Starts the server on its embedded database, or on another one. */
export async function openNeighbourhood(databaseUrl = ''): Promise<Neighbourhood> {
  const folder = mkdtempSync(join(tmpdir(), 'drover-bench-'));
  const inspectPort = await freePort();
  const restart = (error: Error) => {
    console.error(error.message, children.tails()[0]?.lines.slice(-20));
    neighbourhood.crashes += 1;
    service.restart();
  };
  // Linux divides the processors between sessions first, and between processes of a session by their priorities.
  const children = new Children(restart, { staysInSession: true });
  // Receivers of webhooks are on this machine, which is refused unless an operator allows it.
  const settings = {
    DATABASE_URL: databaseUrl,
    DROVER_WEBHOOK_PRIVATE: 'allow',
    NODE_OPTIONS: inspectable(inspectPort),
  };
  const service = await startService({ children, folder, settings });
  const close = async () => {
    await children.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  const drover = new Drover({ baseUrl: service.url, token: service.token });
  const target: Target = { url: service.url, neighbours: [] };
  const neighbourhood: Neighbourhood = {
    ...{ service, children, folder, inspectPort, drover, target, crashes: 0, close },
    bystander: { token: '', address: '' },
  };
  try {
    await untilReady(service, AbortSignal.timeout(startTimeoutMs));
    neighbourhood.bystander = await createNeighbour({ url: service.url, drover }, 0);
    for (let index = 1; index <= neighbours; index += 1) {
      target.neighbours.push(await createNeighbour({ url: service.url, drover }, index));
    }
    await enrolDevices(neighbourhood);
    return neighbourhood;
  } catch (error) {
    await close();
    throw error;
  }
}

/** Enrols the devices that the bystander lists. They are offline. */
async function enrolDevices({ service: { url }, bystander }: Neighbourhood): Promise<void> {
  const drover = new Drover({ baseUrl: url, token: bystander.token });
  const { key } = await drover.enrolmentKeys.create({ maxUses: bystanderDevices });
  for (let index = 0; index < bystanderDevices; index += 1) {
    const labels = { brand: 'Brand', model: 'Model', platform: 'linux', appVersion: '2.0.0' };
    await drover.enrolments.create({ key, ...labels });
  }
}
