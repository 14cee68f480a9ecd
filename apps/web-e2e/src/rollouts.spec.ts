import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

const devices = 12;

let story: ConsoleStory;
let page: Page;
let scriptId: string;

beforeAll(async () => {
  story = await ConsoleStory.start({}, { RATE_LIMIT: '0' });
  page = story.page;
  const { installation } = story;
  scriptId = await installation.createScript('throw new Error("wrong");');
  await installation.startFleet(devices, '--run-ms', '200', '--fail-every', '1');
  await installation.waitUntilOnline(devices);
  await story.signIn('/devscripts');
});
afterAll(() => story?.stop());
afterEach(() => story.expectNoProblems());

const dialog = () => page.getByRole('dialog');

describeInBrowser('rollouts', () => {
  it('starts in waves from the run dialog and stops automatically', async () => {
    await page.getByRole('table').getByRole('button', { name: 'Run' }).click();
    await dialog().getByRole('button', { name: 'All online' }).click();
    await dialog().getByText('Rollout and retries').click();
    await dialog().getByRole('combobox', { name: 'Rollout' }).click();
    await page.getByRole('option', { name: 'In waves' }).click();
    await dialog().getByLabel('Waves').fill('25, 50');
    await story.expectNoProblems();
    await dialog()
      .getByRole('button', { name: `Run on ${devices} devices` })
      .click();
    const confirmation = page.getByRole('dialog', { name: `Run on ${devices} devices?` });
    await confirmation.getByRole('button', { name: 'Run' }).click();
    await story.heading('Rollout: Stopped automatically').waitFor();
    // The first of the three failures is enough.
    await page.getByText(/^[123] of 3 runs failed, more than 20 %$/).waitFor();
  });

  it('resumes with the latest code on the remaining devices', async () => {
    await story.installation.drover.devscripts.uploadFiles(scriptId, { code: 'console.log("right");' });
    await story.button('Resume').click();
    await dialog().getByText('Latest version').click();
    await story.expectNoProblems();
    await dialog().getByRole('button', { name: 'Resume' }).click();
    await story.heading('Rollout: Finished').waitFor();
    await page.getByRole('button', { name: /^Succeeded/ }).waitFor();
  });

  it('runs the job again on the devices where it failed', async () => {
    await story.button('Re-run 3 failed').click();
    await dialog().getByText('Failed (3 devices)').waitFor();
    await dialog().getByText('Latest version').click();
    await story.expectNoProblems();
    await dialog().getByRole('button', { name: 'Run again' }).click();
    await page.getByRole('link', { name: /^Re-run of job/ }).waitFor();
    await page.getByRole('img', { name: 'Succeeded: 3', exact: true }).first().waitFor();
  });
});
