import { Drover } from '@drover/sdk';

const drover = new Drover({
  baseUrl: process.env.DROVER_URL ?? 'http://localhost:3000',
  token: process.env.DROVER_TOKEN,
});

async function main(): Promise<void> {
  const { items: devices } = await drover.devices.list({ online: true });
  const code = 'console.log(`Hello from ${hamibot.robotName}`)';
  const runs = await drover.scripts.executeAndWait({ code, devices, timeout: 60 });
  for (const { deviceName, state, exitCode } of runs) console.log(`${deviceName}: ${state}, ${exitCode}`);
}

void main();
