import { Drover } from '@drover/sdk';

const drover = new Drover({
  baseUrl: process.env.DROVER_URL ?? 'http://localhost:3000',
  token: process.env.DROVER_TOKEN,
});

async function main(): Promise<void> {
  const { _id: devscriptId } = await drover.devscripts.create({ name: 'Greeting' });
  await drover.devscripts.uploadFiles(devscriptId, {
    code: { path: 'greeting.js' },
    config: [{ name: 'greeting', type: 'text', label: 'What to say', default: 'Hello' }],
  });
  const { items: devices } = await drover.devices.list({ online: true, limit: 1 });
  const vars = { greeting: '你好' };
  const { jobId } = await drover.devscripts.run(devscriptId, { devices, vars });
  for await (const run of drover.runs.iterate({ jobId })) {
    for await (const { level, text } of drover.logs.follow(run._id)) console.log(`${level}: ${text}`);
  }
}

void main();
