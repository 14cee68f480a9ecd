import { join } from 'node:path';
import type { Benchmark, Form } from './benchmark';
import { onlineDevices, simulate, untilConnected } from './devices';
import { atMost, median, type Figure } from './figures';
import { runnerOf, untilDurable, type Durable, type Progress } from './runs';
import { openEmbeddedStage } from './stage';

export const embedded: Benchmark = {
  name: 'embedded',
  title: 'Embedded database',
  description:
    'One `POST …/run` to all devices of a server with the embedded database, as its own interface reports it. There ' +
    'is no baseline.',
  async measure(form) {
    return [await measureEmbedded(2000, form)];
  },
};

async function measureEmbedded(count: number, { rounds }: Form): Promise<Figure> {
  const stage = await openEmbeddedStage();
  try {
    const { children, folder, url, drover } = stage;
    const { key } = await drover.enrolmentKeys.create({ maxUses: count, expiresIn: 3600 });
    simulate({ children, folder: join(folder, 'devices'), server: url, count, key });
    await untilConnected(onlineDevices(stage), count);
    const { items } = await drover.devices.list();
    const run = await runnerOf(
      stage,
      items.map(({ _id }) => _id),
    );
    const progress: Progress = async (jobId) => {
      const { counts } = await drover.jobs.get(jobId);
      return { started: count - counts.queued, finished: counts.succeeded };
    };
    const lasts: Durable[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      lasts.push(await untilDurable(await run(), count, progress));
    }
    const ms = median(lasts.slice(1).map(({ started }) => started.last));
    return {
      name: `${count.toLocaleString('en')} devices on the embedded database, every \`started\` durable`,
      unit: 'ms',
      drover: ms,
      target: atMost(ms, 2000, '2,000 ms'),
      details: `every result after ${median(lasts.slice(1).map(({ finished }) => finished.last)).toFixed(0)} ms`,
    };
  } finally {
    await stage.close();
  }
}
