import { Drover } from '@drover/sdk';

const drover = new Drover({
  baseUrl: process.env.DROVER_URL ?? 'http://localhost:3000',
  token: process.env.DROVER_TOKEN,
});

async function main(): Promise<void> {
  for await (const { _id, name, tags } of drover.devices.iterate()) {
    if (tags.length > 0) continue;
    await drover.devices.update(_id, { tags: ['new'] });
    console.log(`Tagged ${name}.`);
  }
}

void main();
