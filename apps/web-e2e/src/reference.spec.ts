import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

/** Sections that repeat the markup of the others. They are left out, because axe needs a minute for all of them. */
const similarParts = [
  '.tag:not(#tag-jobs, #tag-events)',
  '#schemas details:not(#schema-Job)',
  'tbody tr:nth-child(n + 4)',
];

let story: ConsoleStory;
let page: Page;

beforeAll(async () => {
  story = await ConsoleStory.start();
  page = story.page;
});
afterAll(() => story?.stop());

const openDetails = () =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>('details')) details.open = true;
  });

describeInBrowser('the API reference', () => {
  it('opens the operation of an address, with its body, errors and examples', async () => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto('/docs#jobs.rerun');
    const operation = page.locator('[id="jobs.rerun"]');
    await operation.getByText('404 if the job or the failure does not exist.').waitFor();
    await operation.getByText('RerunJob').first().click();
    await operation.getByText('failureId').waitFor();
    await operation.getByText("drover.jobs.rerun(jobId, { which: 'failed'").waitFor();
    await operation.getByText(`curl -X POST '${story.installation.url}/v1/jobs/`).waitFor();
    expect(requests.filter((url) => !url.startsWith(story.installation.url))).toEqual([]);
    expect(story.session.consoleErrors).toEqual([]);
  });

  it('filters the operations', async () => {
    await page.getByLabel('Filter operations').fill('rollout jobs');
    await page.getByText('1 operation', { exact: true }).waitFor();
    expect(await page.locator('.operation:visible').count()).toBe(1);
    await page.getByLabel('Filter operations').fill('');
    await page.getByRole('heading', { name: 'Credentials' }).waitFor();
  });

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 360],
  ] as const)('has no violations in %s mode, %i pixels wide', async (colorScheme, width) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 860 });
    await page.goto('/docs');
    await openDetails();
    expect(await story.session.findViolations(similarParts)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
});
