import { eventually } from '@drover/test-installation';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

let story: ConsoleStory;
let page: Page;

/** Pictures of the pages are left here where somebody asks for them. */
const pictures = process.env.STORY_PICTURES;

beforeAll(async () => {
  story = await ConsoleStory.begin({ timezoneId: 'Asia/Shanghai' });
  page = story.page;
  await story.installation.startAgent('Shelf 1');
  await story.installation.createScript('console.log("round");');
  await story.signIn('/schedules');
}, 120_000);
afterAll(() => story?.end());
afterEach(() => story.check());

const dialog = () => page.getByRole('dialog');
const choose = async (label: string, option: string) => {
  await dialog().getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
const act = async (name: string) => {
  await story.button('Actions for Morning round').click();
  await page.getByRole('menuitem', { name }).click();
};

async function picture(name: string): Promise<void> {
  if (!pictures) return;
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
}

describeInBrowser('a schedule', () => {
  it('shows its next times while it is written', async () => {
    await page.getByText('No schedules yet').waitFor();
    await picture('empty');
    await story.button('New schedule').click();
    await choose('Script', 'story');
    await dialog().getByLabel('Name', { exact: true }).fill('Morning round');
    await choose('When', 'On days of the week');
    await dialog().getByLabel('At', { exact: true }).fill('06:30');
    await dialog().getByText('Next times').waitFor();
    const times = dialog().locator('ol time');
    await eventually(
      () => times.allTextContents(),
      (shown) => shown.length === 5 && shown.every((time) => time.includes('06:30')),
    );
    await dialog().getByText('By rule').click();
    await dialog().getByText('Now 1 device:').waitFor();
    await story.check();
    await picture('form');
    await dialog().getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: 'Morning round' }).waitFor();
    const [schedule] = (await story.installation.drover.schedules.list()).items;
    expect(schedule.when).toEqual({ cron: '30 6 * * 1,2,3,4,5', timeZone: 'Asia/Shanghai' });
  });

  it('says what is wrong with a cron expression', async () => {
    await act('Change schedule');
    await choose('When', 'Cron expression');
    await dialog().getByRole('textbox', { name: 'Cron expression' }).fill('0 25 * * *');
    await dialog().getByText('must be five fields').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    // The browser tells of every answer of 422.
    const complaints = story.visit.complaints.splice(0);
    expect(complaints.filter((complaint) => !complaint.includes('422'))).toEqual([]);
  });

  it('runs when it is due, and its history says so', async () => {
    const { drover } = story.installation;
    const [{ _id }] = (await drover.schedules.list()).items;
    await drover.schedules.update(_id, { when: { at: new Date(Date.now() + 2_000).toISOString() } });
    await page.getByRole('link', { name: 'Morning round' }).click();
    await story.heading('Morning round').waitFor();
    const history = page.getByRole('table', { name: 'History' });
    await history.getByText('Succeeded').waitFor();
    await picture('history');
    await history.getByRole('link').first().click();
    await story.heading('story').waitFor();
    await page.getByRole('link', { name: 'Shelf 1' }).waitFor();
  });

  it('runs by hand, is paused and resumed, and deleted', async () => {
    await story.open('/schedules');
    await act('Run now');
    await page.waitForURL(/\/jobs\/[0-9a-f]{24}$/);
    const { drover } = story.installation;
    const [{ _id }] = (await drover.schedules.list()).items;
    await drover.schedules.update(_id, { when: { everyMinutes: 5 } });
    await story.open('/schedules');
    await page.getByText('Every 5 minutes').waitFor();
    await picture('list');
    await act('Pause');
    await page.getByText('Paused').waitFor();
    await act('Resume');
    await page.getByText('Paused').waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 390, height: 844 });
    await picture('list-narrow');
    await story.check();
    await story.open(`/schedules/${_id}`);
    await page.getByText('Run by hand').waitFor();
    await picture('history-narrow');
    await act('Delete schedule');
    await dialog().getByRole('button', { name: 'Delete schedule' }).click();
    await page.getByText('No schedules yet').waitFor();
  });
});
