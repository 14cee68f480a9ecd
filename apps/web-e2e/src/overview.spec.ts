import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

let story: ConsoleStory;
let page: Page;

beforeAll(async () => {
  story = await ConsoleStory.start();
  page = story.page;
  const { installation } = story;
  const { drover } = installation;
  const scriptId = await installation.createScript(`throw new TypeError('no camera found');`);
  await installation.startAgent('Box');
  await installation.waitUntilOnline(1);
  const { _id } = await drover.jobs.create({ scriptId, selector: { all: true } });
  await drover.jobs.wait(_id);
  await story.signIn('/');
});
afterAll(() => story?.stop());
afterEach(() => story.expectNoProblems());

describeInBrowser('the overview', () => {
  it('shows the state of the fleet', async () => {
    await story.heading('Needs attention').waitFor();
    await page.getByRole('link', { name: /^Devices online 1 of 1/ }).waitFor();
    await page.getByRole('link', { name: /^Success rate, 24 hours 0%/ }).waitFor();
  });

  it('lists a new failure, which links to that failure and to its runs', async () => {
    await page
      .getByRole('link', { name: /New failure: 1 run in 24 hours TypeError: no camera found/ })
      .click();
    await story.heading('Failures').waitFor();
    const groups = page.getByRole('list', { name: 'Failures' }).getByRole('listitem');
    await groups.getByText('TypeError: no camera found').waitFor();
    expect(new URL(page.url()).searchParams.get('failure')).toMatch(/^[0-9a-f]+$/);
    expect(await groups.count()).toBe(1);
    await story.expectNoProblems();
    await groups.getByRole('link', { name: 'Show runs' }).click();
    await page.getByText('Only runs of one failure: TypeError: no camera found').waitFor();
    await page.getByRole('table', { name: 'Runs' }).getByText('no camera found').waitFor();
    await story.button('Show all').click();
    await page.waitForURL(({ search }) => search === '');
  });

  it('leads to the statistics', async () => {
    await story.open('/');
    await page.getByRole('link', { name: /^Success rate, 24 hours/ }).click();
    await story.heading('Statistics').waitFor();
    await page.getByRole('rowheader', { name: 'story' }).waitFor();
    await page.getByLabel('Time range').selectOption('month');
    await page.waitForURL(/range=month/);
  });
});
