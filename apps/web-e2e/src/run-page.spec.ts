import type { Run } from '@drover/sdk';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

const code = `// A script that fails at line 8.
const place = drover.env.place;
console.log('at ' + place);



// The camera is missing.
throw new Error('no camera at ' + place);
`;

let story: ConsoleStory;
let page: Page;
let runs: Run[];

beforeAll(async () => {
  story = await ConsoleStory.start();
  page = story.page;
  const { installation } = story;
  const { device } = await installation.startAgent('Camera 1');
  const scriptId = await installation.createScript(code);
  runs = [];
  for (const place of ['Ulm', 'Bonn']) {
    const { jobId } = await installation.drover.devscripts.run(scriptId, {
      devices: [device],
      vars: { place },
    });
    runs.push(await installation.waitForRun(jobId, ['failed']));
  }
  await installation.drover.devscripts.uploadFiles(scriptId, { code: `${code}// Changed later.\n` });
  await story.signIn(`/runs/${runs[1]._id}`);
});
afterAll(() => story?.stop());
afterEach(() => story.expectNoProblems());

describeInBrowser('the page of a run', () => {
  it('shows the inputs and the code as it ran, with the line that failed', async () => {
    await story.heading('story on Camera 1').waitFor();
    await page.getByText('place="Bonn"').waitFor();
    const source = page.getByRole('group', { name: 'Code' });
    await source.getByText("throw new Error('no camera at ' + place);").waitFor();
    await source.getByText('failed here').waitFor();
    await story.button(/^Show all/).click();
    await source.getByText('// A script that fails at line 8.').waitFor();
    expect(await source.getByText('Changed later').count()).toBe(0);
    const path = page.getByRole('navigation', { name: 'Breadcrumbs' });
    await path.getByRole('link', { name: 'story' }).waitFor();
  });

  it('links to the previous and to the next run of the script on the device', async () => {
    await page.getByRole('link', { name: 'Previous run' }).click();
    await page.waitForURL(`**/runs/${runs[0]._id}`);
    await page.getByText('place="Ulm"').waitFor();
    await page.getByRole('link', { name: 'Next run' }).click();
    await page.waitForURL(`**/runs/${runs[1]._id}`);
    await page.getByText('place="Bonn"').waitFor();
  });

  it('runs again with the same inputs', async () => {
    await story.button('Run again').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Run on 1 device' }).waitFor();
    await story.expectNoProblems();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('runs code without a script again', async () => {
    const { installation } = story;
    const { items } = await installation.drover.devices.list();
    const job = await installation.drover.jobs.create({
      code: 'console.log("once")',
      devices: items.slice(0, 1),
    });
    const { _id } = await installation.waitForRun(job._id, ['succeeded']);
    await story.open(`/runs/${_id}`);
    await story.button('Run again').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Run again' }).click();
    await page.waitForURL(/\/jobs\/[0-9a-f]{24}$/);
    await page.getByRole('link', { name: /^Re-run of job/ }).waitFor();
    await story.open(`/runs/${runs[1]._id}`);
  });

  it('opens the line of an error in the editor', async () => {
    await page.getByRole('log').getByRole('link', { name: 'Open line 8' }).first().waitFor();
    await page.getByRole('link', { name: 'Open line 8 in the editor' }).click();
    await page.getByLabel('Script code').waitFor();
    await page.locator('.cm-markedLine').getByText('no camera at').waitFor();
  });
});
