import type { Device, Run } from '@drover/sdk';
import { eventually } from '@drover/test-installation';
import type { Page } from 'playwright-core';
import { describeInBrowser, openPage } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

let story: ConsoleStory;
let device: Device;
let run: Run;

const code =
  'let n = 0; setInterval(() => console.log(`tick ${(n += 1)}`), 200); setTimeout(process.exit, 600_000);';

beforeAll(async () => {
  story = await ConsoleStory.start();
  ({ device } = await story.installation.startAgent('Kitchen'));
  run = await story.installation.run(device, code, ['running']);
  await story.signIn();
});
afterAll(() => story?.stop());

/** Opens an address in a tab of its own. */
async function openTab(address: string): Promise<Page> {
  const tab = await story.page.context().newPage();
  await openPage(tab, address);
  return tab;
}

/** Returns the number of the last line of the log that the page shows, of which it has only those in view. */
async function lastTick(tab: Page): Promise<number> {
  const texts = await tab
    .getByRole('log')
    .getByText(/^tick \d+$/)
    .allTextContents();
  return Math.max(0, ...texts.map((text) => Number(text.slice('tick '.length))));
}

describeInBrowser('a server that is killed while a page is open', () => {
  it('is reported, and the requested page opens when the server is back', async () => {
    const { page, installation } = story;
    await page.getByRole('heading', { level: 1 }).waitFor();
    await installation.server.kill();
    await page.getByRole('link', { name: 'Schedules' }).click();
    await story.heading('Server unreachable').waitFor();
    expect(await story.session.findViolations()).toEqual([]);
    await installation.startServer();
    await story.heading(/^Schedules/).waitFor();
    expect(new URL(page.url()).pathname).toBe('/schedules');
  });

  it('leaves open pages as they are, and they go on when the server is back', async () => {
    const { installation } = story;
    // A browser opens at most six connections to a server. Each tab keeps one or two of them open for events.
    await story.page.goto('about:blank');
    await openTab('/');
    const [devices, devicePage, runPage] = [
      await openTab('/devices'),
      await openTab(`/devices/${device._id}`),
      await openTab(`/runs/${run._id}`),
    ];
    const tabs = story.page.context().pages().slice(1);
    const headings = await Promise.all(tabs.map((tab) => tab.locator('h1').textContent()));
    await runPage
      .getByRole('log')
      .getByText(/^tick \d+$/)
      .first()
      .waitFor();
    await installation.server.kill();
    await story.page.waitForTimeout(3_000);
    expect(await Promise.all(tabs.map((tab) => tab.locator('h1').textContent()))).toEqual(headings);
    const before = await lastTick(runPage);
    await installation.startServer();
    await installation.drover.devices.update(device._id, { name: 'Kitchen 2' });
    await devices.getByText('Kitchen 2').first().waitFor();
    await devicePage.getByRole('heading', { name: 'Kitchen 2' }).waitFor();
    await eventually(
      () => lastTick(runPage),
      (tick) => tick > before + 20,
      60_000,
    );
  });
});
