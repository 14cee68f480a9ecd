import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

const devices = 12;

let story: ConsoleStory;
let page: Page;
let scriptId: string;

beforeAll(async () => {
  story = await ConsoleStory.begin({}, { RATE_LIMIT: '0' });
  page = story.page;
  const { installation } = story;
  scriptId = await installation.createScript('throw new Error("wrong");');
  await installation.startFleet(devices, '--run-ms', '200', '--fail-every', '1');
  await installation.untilOnline(devices);
  await story.signIn('/devscripts');
}, 150_000);
afterAll(() => story?.end());
afterEach(() => story.check());

const dialog = () => page.getByRole('dialog');

describeInBrowser('a roll-out', () => {
  it('is asked for where a script is run', async () => {
    await page.getByRole('table').getByRole('button', { name: 'Run' }).click();
    await dialog().getByRole('button', { name: 'All online' }).click();
    await dialog().getByText('Roll-out and retries').click();
    await dialog().getByRole('combobox', { name: 'How it comes to the devices' }).click();
    await page.getByRole('option', { name: 'Wave by wave' }).click();
    await dialog().getByLabel('Waves').fill('25, 50');
    await story.check();
    await dialog()
      .getByRole('button', { name: `Run on ${devices} devices` })
      .click();
    await story.heading('Roll-out: Stopped itself').waitFor({ timeout: 20_000 });
    await page.getByText('3 of 3 runs failed, more than 20 %', { exact: true }).waitFor();
  }, 60_000);

  it('goes on with the fixed code, on the rest', async () => {
    await story.installation.drover.devscripts.uploadFiles(scriptId, { code: 'console.log("right");' });
    await story.button('Resume').click();
    await dialog().getByText('As it is now').click();
    await story.check();
    await dialog().getByRole('button', { name: 'Resume' }).click();
    await story.heading('Roll-out: Finished').waitFor({ timeout: 30_000 });
    await page.getByRole('button', { name: /^Succeeded/ }).waitFor();
  }, 60_000);

  it('is run again where it failed', async () => {
    await story.button('Run again').click();
    await dialog().getByText('Where it failed: 3 devices').waitFor();
    await dialog().getByText('As it is now').click();
    await story.check();
    await dialog().getByRole('button', { name: 'Run again' }).click();
    await page.getByRole('link', { name: 'runs an earlier job again' }).waitFor();
    await page.getByRole('img', { name: 'Succeeded: 3', exact: true }).first().waitFor({ timeout: 20_000 });
  }, 40_000);
});
