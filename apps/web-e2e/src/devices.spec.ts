import type { Device } from '@drover/sdk';
import { hostname } from 'node:os';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

let story: ConsoleStory;
let page: Page;
let devices: Device[];

beforeAll(async () => {
  story = await ConsoleStory.start();
  page = story.page;
  await story.signIn();
  devices = await story.installation.startAgents('One', 'Two', 'Three');
  await story.installation.createScript('if (drover.robotName === "Two") throw new Error("no paper")');
});
afterAll(() => story?.stop());
afterEach(() => story.expectNoProblems());

const row = (name: string) => page.getByRole('row', { name: new RegExp(`${name}\\b`) });
const selection = () => page.getByRole('region', { name: 'Selected devices' });

describeInBrowser('the table of devices', () => {
  it('runs a script on the selected devices and shows the results', async () => {
    await story.open('/devices');
    await page.getByText('3 of 3 online').waitFor();
    await page.getByLabel('Select One').check();
    await page.getByLabel('Select Two').check();
    await selection().getByRole('button', { name: 'Run script' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'story' }).click();
    await page.getByRole('button', { name: 'Run on 2 devices' }).click();
    await page.getByRole('heading', { level: 1, name: 'story' }).waitFor();
    await story.open('/devices');
    await row('One').getByRole('link', { name: 'Succeeded' }).waitFor();
    await row('Two').getByRole('link', { name: 'Failed' }).waitFor();
  });

  it('sorts by a column and remembers a filter', async () => {
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await page.waitForURL(/sort=-name/);
    const names = await page
      .getByRole('row')
      .getByRole('link', { name: /^(One|Two|Three)$/ })
      .allTextContents();
    expect(names).toEqual(['Two', 'Three', 'One']);
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByRole('menuitem', { name: 'Save this filter' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Last names');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await story.open('/devices');
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByRole('menuitem', { name: 'Last names', exact: true }).click();
    await page.waitForURL(/sort=-name/);
  });

  it('updates the agents of the selected devices as a job', async () => {
    await story.open('/devices');
    await page.getByLabel('Select One').check();
    await page.getByLabel('Select Two').check();
    await selection().getByRole('button', { name: 'Update agents' }).click();
    const dialog = page.getByRole('dialog', { name: 'Update the agents of 2 devices' });
    await dialog.getByLabel('Stop when more than this percentage fails').waitFor();
    await dialog.getByRole('button', { name: 'Update agent' }).click();
    await page.getByRole('heading', { level: 1, name: 'Update of agents' }).waitFor();
    // These agents were started without the service.
    await page.getByText('this agent cannot update itself').first().waitFor();
    await story.open('/devices');
  });

  it('tags and deletes the selected devices', async () => {
    await page.getByLabel('Select Two').check();
    await page.getByLabel('Select Three').check();
    await selection().getByRole('button', { name: 'Set tag' }).click();
    await page.getByRole('dialog').getByLabel('Tag').fill('lab');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await row('Two').getByText('lab').waitFor();
    await row('Three').getByText('lab').waitFor();
    await page.getByLabel('Select Two').uncheck();
    await selection().getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByText('Three. Their queued runs are canceled').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await row('Three').waitFor({ state: 'detached' });
    const { items } = await story.installation.drover.devices.list();
    expect(items.map(({ name, tags }) => [name, tags]).sort()).toEqual([
      ['One', []],
      ['Two', ['lab']],
    ]);
  });
});

describeInBrowser('the page of a device', () => {
  it('shows what the agent reports', async () => {
    await story.open(`/devices/${devices[1]._id}`);
    await page.getByText(hostname(), { exact: true }).waitFor();
    await page.getByText('Memory', { exact: true }).waitFor();
  });

  it('filters its history by result, in the URL', async () => {
    const history = page.getByRole('table', { name: 'History', exact: true });
    await history.getByText('Failed', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'State', exact: true }).click();
    await page.getByRole('option', { name: 'Succeeded' }).click();
    await page.getByText('No run matches the filters.').waitFor();
    await page.waitForURL(/state=succeeded/);
  });
});
