import { Drover } from '@drover/sdk';

const drover = new Drover({
  baseUrl: process.env.DROVER_URL ?? 'http://localhost:3000',
  token: process.env.DROVER_TOKEN,
});

async function main({ signal }: AbortController): Promise<void> {
  const onOpen = () => console.log('Watching. Press Ctrl-C to stop.');
  try {
    for await (const event of drover.events.stream({ types: ['device', 'run'] }, { signal, onOpen })) {
      if (event.type === 'device')
        console.log(`${event.device.name} is ${event.device.online ? 'online' : 'offline'}`);
      if (event.type === 'run') console.log(`${event.run.deviceName}: ${event.run.state}`);
      if (event.type === 'reset') console.log('Events were lost: reload your data.');
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

const controller = new AbortController();
process.once('SIGINT', () => controller.abort());
void main(controller);
