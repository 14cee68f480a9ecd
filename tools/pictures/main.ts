/**
 * `npm run pictures` takes the pictures of the README from the console, light and dark. It starts a server with a fleet of
 * simulated devices and two real agents, and controls a browser.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Children } from '../service/children';
import { openBrowser, signIn } from '../service/console';
import { scenes } from './scenes';
import { setStage } from './stage';

const images = join(__dirname, '../../docs/images');
const timeMs = 240_000;
const viewport = { width: 1280, height: 800 };

const stop = new AbortController();
const children = new Children((error) => stop.abort(error));

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'drover-pictures-'));
  const timer = setTimeout(
    () => stop.abort(new Error(`The pictures took longer than ${timeMs / 1000} s.`)),
    timeMs,
  );
  const browser = await openBrowser();
  stop.signal.addEventListener('abort', () => void browser.close());
  try {
    await mkdir(images, { recursive: true });
    const stage = await setStage({ children, folder, signal: stop.signal });
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        baseURL: stage.service.url,
        colorScheme,
        locale: 'en-GB',
        viewport,
        deviceScaleFactor: 1.5,
      });
      const page = await context.newPage();
      await signIn(page, stage.service);
      for (const [name, scene] of Object.entries(scenes)) {
        await page.setViewportSize(viewport);
        await scene(page, stage);
        await page.getByText(stage.service.email).waitFor();
        const path = join(images, `${name}-${colorScheme}.png`);
        await page.screenshot({ path, animations: 'disabled' });
        console.log(path);
      }
      await context.close();
    }
  } finally {
    clearTimeout(timer);
    await browser.close();
    await children.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

main().catch((error: unknown) => {
  console.error(stop.signal.aborted ? stop.signal.reason : error);
  process.exitCode = 1;
});
