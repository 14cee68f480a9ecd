import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

const devices = 302;
const code = `const value = drover.env.value;
if (value === 1) throw new TypeError('no camera found');
if (value === 2) throw new Error('disk is full');
if (value === 3) throw new RangeError('battery below 20 percent');`;

let story: ConsoleStory;
let page: Page;

beforeAll(async () => {
  // All devices register from one address at once.
  story = await ConsoleStory.start({}, { RATE_LIMIT: '0' });
  page = story.page;
  const { installation } = story;
  const scriptId = await installation.createScript(code);
  await installation.startFleet(devices, '--fail-every', '4');
  await installation.waitUntilOnline(devices);
  const { _id } = await installation.drover.jobs.create({ scriptId, selector: { all: true } });
  await installation.drover.jobs.wait(_id);
  await story.signIn('/jobs');
});
afterAll(() => story?.stop());
afterEach(() => story.expectNoProblems());

describeInBrowser(`a job on ${devices} devices that fails for three causes`, () => {
  const causes = () => page.getByRole('list', { name: 'Causes of failures' }).getByRole('listitem');
  const table = () => page.getByRole('table', { name: 'Runs' });

  it('is found among the jobs by its result', async () => {
    await page.getByRole('table', { name: 'Jobs' }).getByText('75 failed').waitFor();
    await page.getByText(/^token /).waitFor();
    await story.expectNoProblems();
    await page.getByRole('link', { name: 'story' }).click();
  });

  it('shows the three causes, each with a device, a line of the script and the end of a log', async () => {
    await story.button('Re-run 75 failed').waitFor();
    await causes().nth(2).waitFor();
    expect(await causes().count()).toBe(3);
    const disk = causes().filter({ hasText: '25 × Error: disk is full' });
    await disk.getByRole('link', { name: 'script.js, line 3' }).waitFor();
    await disk.getByText('22 more devices').waitFor();
    await disk.getByRole('button', { name: 'Log' }).click();
    await disk.getByRole('link', { name: /^Log of sim-/ }).waitFor();
  });

  it('shows the runs of one cause, of several states and of a device', async () => {
    const disk = causes().filter({ hasText: 'disk is full' });
    await disk.getByRole('button', { name: 'Show runs' }).click();
    await page.locator('[role="table"][aria-rowcount="26"]').waitFor();
    await disk.getByRole('button', { name: 'Show runs' }).click();
    await page.getByRole('button', { name: /^Failed/ }).click();
    await page.locator('[role="table"][aria-rowcount="76"]').waitFor();
    await page.getByRole('combobox', { name: 'Device' }).click();
    await page.keyboard.type('sim-12');
    await page.getByRole('option', { name: 'sim-12', exact: true }).click();
    await page.locator('[role="table"][aria-rowcount="2"]').waitFor();
    await table().getByText('sim-12').waitFor();
  });

  it('runs again on the devices of one cause', async () => {
    await causes()
      .filter({ hasText: 'disk is full' })
      .getByRole('button', { name: 'Re-run this group' })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('On 25 devices that failed in this way.').waitFor();
    await dialog.getByRole('button', { name: 'Run again' }).click();
    await page.getByRole('link', { name: /^Re-run of job/ }).waitFor();
    await page.locator('[role="table"][aria-rowcount="26"]').waitFor();
  });
});
