import { eventually } from '@drover/test-installation';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

let story: ConsoleStory;
let page: Page;

/** A folder for screenshots, which are taken only if this is set. */
const screenshots = process.env.STORY_PICTURES;

beforeAll(async () => {
  story = await ConsoleStory.start({ timezoneId: 'Asia/Shanghai' });
  page = story.page;
  await story.installation.startAgent('Shelf 1');
  await story.installation.createScript('console.log("round");');
  await story.signIn('/schedules');
});
afterAll(() => story?.stop());
afterEach(() => story.expectNoProblems());

const dialog = () => page.getByRole('dialog');
const choose = async (label: string, option: string) => {
  await dialog().getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
const chooseAction = async (name: string) => {
  await story.button('Actions for Morning round').click();
  await page.getByRole('menuitem', { name }).click();
};

async function takeScreenshot(name: string): Promise<void> {
  if (!screenshots) return;
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${screenshots}/${name}.png`, fullPage: true });
}

describeInBrowser('schedules', () => {
  it('previews the next runs in the form', async () => {
    await page.getByText('No schedules yet').waitFor();
    await takeScreenshot('empty');
    await story.button('New schedule').click();
    await choose('Script', 'story');
    await dialog().getByLabel('Name', { exact: true }).fill('Morning round');
    await choose('Repeat', 'On days of the week');
    await dialog().getByLabel('Time', { exact: true }).fill('06:30');
    await dialog().getByText('Next runs').waitFor();
    const times = dialog().locator('ol time');
    await eventually(
      () => times.allTextContents(),
      (shown) => shown.length === 5 && shown.every((time) => time.includes('06:30')),
    );
    await dialog().getByText('Match a rule').click();
    await dialog().getByLabel('All devices, including future ones').check();
    await dialog().getByText('1 device matches now:').waitFor();
    await story.expectNoProblems();
    await takeScreenshot('form');
    await dialog().getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: 'Morning round' }).waitFor();
    const [schedule] = (await story.installation.drover.schedules.list()).items;
    expect(schedule.when).toEqual({ cron: '30 6 * * 1,2,3,4,5', timeZone: 'Asia/Shanghai' });
  });

  it('explains what is wrong with a cron expression', async () => {
    await chooseAction('Edit schedule');
    await choose('Repeat', 'Cron expression');
    await dialog().getByRole('textbox', { name: 'Cron expression' }).fill('0 25 * * *');
    await dialog().getByText('must be five fields').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    // The browser logs every response with status 422.
    const errors = story.session.consoleErrors.splice(0);
    expect(errors.filter((error) => !error.includes('422'))).toEqual([]);
  });

  it('runs on time and adds the run to its history', async () => {
    const { drover } = story.installation;
    const [{ _id }] = (await drover.schedules.list()).items;
    await drover.schedules.update(_id, { when: { at: new Date(Date.now() + 2_000).toISOString() } });
    await page.getByRole('link', { name: 'Morning round' }).click();
    await story.heading('Morning round').waitFor();
    const history = page.getByRole('table', { name: 'History' });
    await history.getByText('Succeeded').waitFor();
    await takeScreenshot('history');
    await history.getByRole('link').first().click();
    await story.heading('story').waitFor();
    await page.getByRole('link', { name: 'Shelf 1' }).waitFor();
  });

  it('creates a schedule of code, says its cron expression in words, and edits its code and retries', async () => {
    const { drover } = story.installation;
    await story.open('/schedules');
    await story.button('New schedule').click();
    await choose('Script', 'Code without a script');
    await dialog().getByLabel('Name', { exact: true }).fill('Code round');
    await choose('Repeat', 'Cron expression');
    await dialog().getByRole('textbox', { name: 'Cron expression' }).fill('*/7 8-18 * * 1-5');
    await dialog().getByLabel('Code', { exact: true }).fill('console.log(1)');
    await dialog().getByText('Match a rule').click();
    await dialog().getByLabel('All devices, including future ones').check();
    await takeScreenshot('new-code-form');
    await dialog().getByRole('button', { name: 'Create' }).click();
    await dialog().waitFor({ state: 'detached' });
    const { items } = await drover.schedules.list();
    const { _id } = items.find(({ name }) => name === 'Code round') ?? { _id: '' };
    const { job: created } = await drover.schedules.get(_id);
    expect(created).toMatchObject({ code: 'console.log(1)', selector: { all: true } });
    await page.getByText('Every 7 minutes, between 08:00 and 18:59, Monday through Friday').waitFor();
    await drover.schedules.update(_id, { job: { ...created, vars: { rounds: 3 } } });
    await story.button('Actions for Code round').click();
    await page.getByRole('menuitem', { name: 'Edit schedule' }).click();
    await dialog().getByLabel('Code', { exact: true }).fill('console.log(2)');
    await dialog().getByText('Rollout and retries').click();
    await dialog().getByLabel('Attempts').fill('3');
    await story.expectNoProblems();
    await takeScreenshot('code-form');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'detached' });
    const { job } = await drover.schedules.get(_id);
    expect(job).toMatchObject({ code: 'console.log(2)', vars: { rounds: 3 }, retry: { attempts: 3 } });
    await drover.schedules.remove(_id);
  });

  it('runs manually, pauses, resumes and is deleted', async () => {
    await story.open('/schedules');
    await page.getByRole('img', { name: '1 of the last 1 succeeded' }).first().waitFor();
    await story.button('Run Morning round now').click();
    await page.waitForURL(/\/jobs\/[0-9a-f]{24}$/);
    const { drover } = story.installation;
    const [{ _id }] = (await drover.schedules.list()).items;
    await drover.schedules.update(_id, { when: { everyMinutes: 5 } });
    await story.open('/schedules');
    await page.getByText('Every 5 minutes').waitFor();
    await takeScreenshot('list');
    await chooseAction('Show jobs');
    await page.waitForURL(`**/jobs?triggerId=${_id}`);
    await story.heading('Jobs').waitFor();
    await page.getByRole('link', { name: 'story', exact: true }).nth(1).waitFor();
    await takeScreenshot('jobs');
    await story.open('/schedules');
    const active = page.getByRole('switch', { name: 'Morning round is active' });
    await active.press('Space');
    await page.getByRole('table', { name: 'Schedules' }).getByText('Paused').waitFor();
    await active.press('Space');
    await page.getByRole('table', { name: 'Schedules' }).getByText('Paused').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'story', exact: true }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await takeScreenshot('list-narrow');
    await story.expectNoProblems();
    await story.open(`/schedules/${_id}`);
    await page.getByText('Manual run').waitFor();
    await takeScreenshot('history-narrow');
    await chooseAction('Delete schedule');
    await dialog().getByRole('button', { name: 'Delete schedule' }).click();
    await page.getByText('No schedules yet').waitFor();
  });
});
