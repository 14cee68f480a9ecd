import { Drover, isInvalid, isNotFound, isRateLimited } from '@drover/sdk';

const drover = new Drover({
  baseUrl: process.env.DROVER_URL ?? 'http://localhost:3000',
  token: process.env.DROVER_TOKEN,
});

async function main(deviceId: string, name: string): Promise<void> {
  try {
    await drover.devices.update(deviceId, { name }, { timeoutMs: 60_000 });
    console.log('Renamed.');
  } catch (error) {
    if (isNotFound(error)) console.log('The device does not exist.');
    else if (isInvalid(error))
      for (const { path, message } of error.errors) console.log(`${path} ${message}`);
    else if (isRateLimited(error)) console.log(`Too many requests. Retry in ${error.retryAfterMs} ms.`);
    else throw error;
  }
}

const [deviceId = '', name = ''] = process.argv.slice(2);
void main(deviceId, name);
