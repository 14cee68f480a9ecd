import { rm } from 'node:fs/promises';
import { firstStart } from './first-start';

async function remove(): Promise<void> {
  await rm(process.env[firstStart] ?? '', { recursive: true, force: true });
}

// eslint-disable-next-line no-restricted-syntax -- jest takes the default export
export default remove;
