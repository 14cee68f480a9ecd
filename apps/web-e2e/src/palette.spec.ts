import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

let story: ConsoleStory;
let page: Page;
let runId: string;

beforeAll(async () => {
  story = await ConsoleStory.start();
  page = story.page;
  const { device } = await story.installation.startAgent('Kitchen 手机');
  const run = await story.installation.run(device, 'console.log("hello");', ['succeeded']);
  runId = run._id;
  await story.signIn();
});
afterAll(() => story?.stop());
afterEach(() => story.expectNoProblems());

const search = () => page.getByRole('textbox', { name: 'Search and run' });
const openWith = async (text: string) => {
  await page.keyboard.press('Control+k');
  await page.locator('input:focus[aria-label="Search and run"]').waitFor();
  await page.keyboard.type(text);
};

describeInBrowser('the command palette, by keyboard alone', () => {
  it('opens a device by its name', async () => {
    await openWith('手机');
    await page.getByRole('option', { name: /Kitchen 手机/ }).waitFor();
    await story.expectNoProblems();
    await page.keyboard.press('Enter');
    await story.heading('Kitchen 手机').waitFor();
    await search().waitFor({ state: 'hidden' });
  });

  it('opens a page by its name and a run by its ID', async () => {
    await openWith('Sched');
    await page.getByRole('option', { name: 'Schedules' }).waitFor();
    await page.keyboard.press('Enter');
    await story.heading(/^Schedules/).waitFor();
    await openWith(runId);
    await page.getByRole('option', { name: 'Run on Kitchen 手机' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/runs/${runId}`);
    await page.getByRole('heading', { level: 1, name: 'story' }).waitFor();
  });

  it('runs a script on a device', async () => {
    await story.open('/schedules');
    await openWith('run story on kitchen');
    await page.getByRole('option', { name: 'Run story on Kitchen 手机…' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Run story' }).waitFor();
    await story.button('Run on 1 device').press('Enter');
    await page.waitForURL('**/jobs/*');
    await page.getByRole('heading', { level: 1, name: 'story' }).waitFor();
  });

  it('opens a schedule and a preset by name', async () => {
    const { presets, schedules } = story.installation.drover;
    const job = { code: '1', selector: { all: true as const } };
    const { _id } = await schedules.create({
      name: 'Morning round',
      when: { cron: '0 9 * * *', timeZone: 'UTC' },
      job,
    });
    const preset = await presets.create({ name: 'Evening round', ...job });
    for (const [text, address] of [
      ['morning', `/schedules/${_id}`],
      ['evening', `/presets/${preset._id}`],
    ]) {
      await openWith(text);
      await page.getByRole('option', { name: new RegExp(text, 'i') }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(`**${address}`);
    }
  });

  it('says that nothing was found', async () => {
    await openWith('no such thing');
    await page.getByText('Nothing found.').waitFor();
    await page.keyboard.press('Escape');
    await search().waitFor({ state: 'hidden' });
  });

  it('focuses the filter of the page and lists the shortcuts', async () => {
    await story.open('/devices');
    await page.keyboard.press('/');
    await page.keyboard.type('kit');
    expect(await page.getByRole('searchbox').inputValue()).toBe('kit');
    await page.getByRole('searchbox').blur();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await story.expectNoProblems();
    await page.keyboard.press('Escape');
  });
});
