import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

let story: ConsoleStory;
let page: Page;

const config = [
  { type: 'link', label: 'Guide', href: 'https://example.org/guide' },
  { name: 'city', label: 'City', validation: 'required', 'validation-name': '城市' },
  { name: 'at', type: 'time', label: 'Alarm', value: '9:00' },
  { name: 'level', type: 'range', label: 'Level', min: '0.5', max: '3', step: '0.5', validation: 'required' },
  { name: 'rounds', type: 'number', label: 'Rounds', max: '5' },
];

beforeAll(async () => {
  story = await ConsoleStory.start();
  page = story.page;
  const { installation } = story;
  await installation.startAgent('Desk');
  const { drover } = installation;
  const { _id } = await drover.devscripts.create({ name: 'Wake up' });
  await drover.devscripts.uploadFiles(_id, {
    code: 'const { city, at, level, rounds } = drover.env; console.log(city, at, level, rounds);',
    config,
  });
  await story.signIn(`/devscripts/${_id}`);
});
afterAll(() => story?.stop());
afterEach(() => story.expectNoProblems());

const dialog = () => page.getByRole('dialog');

describeInBrowser('a form with a required field', () => {
  it('is refused in English, beside the editor', async () => {
    const inputs = page.getByRole('region', { name: 'Inputs' });
    await inputs.getByRole('link', { name: 'Guide' }).waitFor();
    await story.button('Choose devices').click();
    await page.getByRole('checkbox', { name: 'Desk' }).check();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Enter');
    await inputs.getByText('城市 is required').waitFor();
    await inputs.getByText('at must').waitFor({ state: 'detached' });
    const city = inputs.getByRole('textbox', { name: 'City' });
    expect(await city.evaluate((element) => element === document.activeElement)).toBe(true);
    expect((await story.installation.drover.jobs.list()).count).toBe(0);
  });

  it('is refused in Chinese, in the run dialog', async () => {
    await story.open('/devscripts');
    await story.button(/^Account and settings/).click();
    await page.getByRole('menuitemradio', { name: '简体中文' }).click();
    await story.button(/^运行/).click();
    await dialog().getByRole('checkbox', { name: 'Desk' }).check();
    await dialog().getByRole('textbox', { name: 'Rounds' }).fill('6');
    const run = dialog().getByRole('button', { name: '在 1 台设备上运行' });
    await run.click();
    await dialog().getByText('请填写城市').waitFor();
    await dialog().getByText('Rounds不能大于 5').waitFor();
    await story.expectNoProblems();
    expect((await story.installation.drover.jobs.list()).count).toBe(0);
  });

  it('runs once it is filled in', async () => {
    await dialog().getByRole('textbox', { name: 'City' }).fill('Dali');
    await dialog().getByText('请填写城市').waitFor({ state: 'detached' });
    await dialog().getByRole('textbox', { name: 'Rounds' }).fill('2');
    await dialog().getByRole('button', { name: '在 1 台设备上运行' }).click();
    await story.heading('Wake up').waitFor();
    await page.getByRole('link', { name: 'Desk' }).click();
    await page.getByRole('log').getByText('Dali 9:00 0.5 2').waitFor();
  });
});
