import type { Device } from '@drover/sdk';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

const endless = 'console.log("on and on"); while (true) sleep(50);';

let story: ConsoleStory;
let page: Page;
let devices: Device[];

beforeAll(async () => {
  story = await ConsoleStory.start();
  page = story.page;
  await story.signIn();
  devices = await story.installation.startAgents('One', 'Two');
});
afterAll(() => story?.stop());
afterEach(() => story.expectNoProblems());

/** Starts an endless script and opens the page of its job. */
async function openJob(on: Device[]): Promise<void> {
  const { drover } = story.installation;
  const scriptId = await story.installation.createScript(endless);
  const { jobId } = await drover.devscripts.run(scriptId, { devices: on });
  await page.goto(`/jobs/${jobId}`);
  await page.getByRole('img', { name: `Running: ${on.length}`, exact: true }).waitFor();
}

describeInBrowser('stopping runs', () => {
  it('stops one run and leaves the other running', async () => {
    await openJob(devices);
    await page.getByRole('link', { name: 'One' }).click();
    await page.getByRole('log').getByText('on and on').waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByText('Stopped', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Job', exact: true }).click();
    await page.getByRole('img', { name: 'Running: 1, Stopped: 1', exact: true }).waitFor();
  });

  it('stops the remaining runs of a job', async () => {
    await page.getByRole('button', { name: 'Stop all' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop all' }).click();
    await page.getByRole('img', { name: 'Stopped: 2', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Stop all' }).waitFor({ state: 'detached' });
  });

  it('stops everything on a device', async () => {
    await openJob([devices[1]]);
    await page.goto(`/devices/${devices[1]._id}`);
    const running = page.getByRole('table', { name: 'Running and queued' });
    await running.getByText('Running', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Actions for Two' }).click();
    await page.getByRole('menuitem', { name: 'Stop all scripts' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop all scripts' }).click();
    await page.getByText('No script is running or queued on this device.').waitFor();
    const history = page.getByRole('table', { name: 'History', exact: true });
    await history.getByText('Stopped', { exact: true }).nth(1).waitFor();
    expect(await history.getByText('Stopped', { exact: true }).count()).toBe(2);
  });
});
