import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';
import { fillPages } from './testing/pages';

let story: ConsoleStory;
let page: Page;
let pages: string[];

beforeAll(async () => {
  story = await ConsoleStory.start({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  page = story.page;
  pages = await fillPages(story.installation);
  await story.signIn();
});
afterAll(() => story?.stop());
afterEach(() => story.expectNoProblems());

const horizontalOverflow = () =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describeInBrowser('the console at phone width', () => {
  it('closes the menu after navigation', async () => {
    await story.heading('Overview').waitFor();
    await page.getByRole('button', { name: 'Open navigation' }).tap();
    await page.getByRole('link', { name: 'Inbox' }).waitFor();
    await story.expectNoProblems();
    await page.getByRole('link', { name: 'Devices', exact: true }).tap();
    await story.heading('Devices').waitFor();
    await page.getByRole('link', { name: 'Inbox' }).waitFor({ state: 'hidden' });
  });

  it('runs a script and shows its log', async () => {
    await page.getByRole('button', { name: 'Open navigation' }).tap();
    await page.getByRole('link', { name: 'Scripts', exact: true }).tap();
    await page.getByRole('link', { name: 'story' }).tap();
    await page.getByLabel('Script code').waitFor();
    await story.button('Choose devices').tap();
    await page.getByRole('checkbox', { name: 'Kitchen 手机' }).tap();
    await page.keyboard.press('Escape');
    await story.button(/run$/i).tap();
    await page.getByRole('log').getByText('hello').waitFor();
    expect(await horizontalOverflow()).toBe(0);
  });

  it('shows every page without horizontal scrolling', async () => {
    for (const address of pages) {
      await story.open(address);
      expect([address, await horizontalOverflow()]).toEqual([address, 0]);
      expect([address, await story.session.findViolations()]).toEqual([address, []]);
    }
  });
});
