import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

const code = `
  if (hamibot.robotName === 'Device-c') null.x;
  throw new Error('no item ' + Date.now() + ' in /tmp/' + hamibot.robotName);
`;

let story: ConsoleStory;
let page: Page;

beforeAll(async () => {
  story = await ConsoleStory.start();
  page = story.page;
  const { installation } = story;
  const names = ['Device-a', 'Device-b', 'Device-c'];
  for (const name of names) await installation.startAgent(name);
  await installation.waitUntilOnline(names.length);
  const { _id } = await installation.drover.jobs.create({ code, selector: { all: true } });
  await installation.drover.jobs.wait(_id);
  await story.signIn(`/jobs/${_id}`);
});
afterAll(() => story?.stop());
afterEach(() => story.expectNoProblems());

describeInBrowser('the causes of failures of a job', () => {
  const causes = () => page.getByRole('list', { name: 'Causes of failures' }).getByRole('listitem');

  it('are listed, the most frequent first', async () => {
    await causes()
      .first()
      .getByText(/^2 × Error: no item/)
      .waitFor();
    await causes()
      .last()
      .getByText(/^1 × TypeError: Cannot read properties of null/)
      .waitFor();
    await causes()
      .last()
      .getByText(/line 2 · exit code 1 · Device-c$/)
      .waitFor();
  });

  it('show the end of the log of a run', async () => {
    const toggle = causes().last().getByRole('button', { name: 'Log' });
    await toggle.click();
    await causes().last().getByRole('link', { name: 'Log of Device-c' }).waitFor();
    await causes().last().locator('pre').getByText('TypeError').first().waitFor();
    await story.expectNoProblems();
    await toggle.click();
  });

  it('filter the runs', async () => {
    await causes().last().getByRole('button', { name: 'Show runs' }).click();
    await page.getByRole('cell', { name: 'Device-a', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: 'Device-c', exact: true }).waitFor();
  });

  it('run again on their devices', async () => {
    await causes().first().getByRole('button', { name: 'Re-run this group' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('On 2 devices that failed in this way.').waitFor();
    await story.expectNoProblems();
    await dialog.getByRole('button', { name: 'Run again' }).click();
    await page.getByRole('link', { name: /^Re-run of job/ }).waitFor();
    await causes()
      .first()
      .getByText(/^2 × Error: no item/)
      .waitFor();
  });
});
