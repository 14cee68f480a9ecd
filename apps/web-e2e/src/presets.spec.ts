import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

let story: ConsoleStory;
let page: Page;

beforeAll(async () => {
  story = await ConsoleStory.start();
  page = story.page;
  const { installation } = story;
  const [, ...shelves] = await installation.startAgents('Desk', 'Shelf 1', 'Shelf 2');
  for (const { _id } of shelves) await installation.drover.devices.update(_id, { tags: ['farm'] });
  await installation.createScript('console.log("hello from", drover.robotName);');
  await story.signIn('/devices/groups');
});
afterAll(() => story?.stop());
afterEach(() => story.expectNoProblems());

const dialog = () => page.getByRole('dialog');
const choose = async (label: string, option: string) => {
  await dialog().getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

describeInBrowser('rules for devices', () => {
  it('creates a group from a rule', async () => {
    await story.button('New group').click();
    await dialog().getByLabel('Name', { exact: true }).fill('The farm');
    await dialog().getByText('Match a rule').click();
    await choose('Tag', 'farm');
    await dialog().getByText('2 devices match now:').waitFor();
    await story.expectNoProblems();
    await dialog().getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: 'The farm' }).click();
    await page.getByRole('link', { name: 'Shelf 2' }).waitFor();
    expect(await page.getByRole('link', { name: 'Desk' }).count()).toBe(0);
  });

  it('runs a script on a group and saves the inputs as a preset', async () => {
    await story.open('/devscripts');
    await story.button(/^Run/).click();
    await dialog().getByText('Match a rule').click();
    await choose('Group', 'The farm');
    await dialog().getByText('2 devices match now:').waitFor();
    await story.button('Save as preset').click();
    await dialog().getByLabel('Preset name').fill('Morning round');
    await story.expectNoProblems();
    await page.keyboard.press('Enter');
    await page.getByText('Preset Morning round saved').waitFor();
    await story.button('Run on 2 devices').click();
    await story.heading('story').waitFor();
    await page.getByRole('link', { name: 'Shelf 1' }).waitFor();
  });
});

describeInBrowser('presets at phone width', () => {
  beforeAll(() => page?.setViewportSize({ width: 390, height: 844 }));

  it('runs with one tap and shows the job', async () => {
    await story.open('/presets');
    await story.button(/^Run Morning round/).click();
    await page.waitForURL(/\/jobs\/[0-9a-f]{24}$/);
    await page.getByRole('link', { name: 'Shelf 2' }).waitFor();
    expect((await story.installation.drover.jobs.list()).count).toBe(2);
  });

  it('shows its script and the jobs that it started', async () => {
    await story.open('/presets');
    await page.getByRole('button', { name: 'Actions for Morning round' }).click();
    await page.getByRole('menuitem', { name: 'Details' }).click();
    await story.heading('Morning round').waitFor();
    await page.getByRole('table', { name: 'Jobs' }).getByRole('link', { name: 'story' }).click();
    await page.getByRole('link', { name: 'preset Morning round' }).click();
    await page.waitForURL(/\/presets\/[0-9a-f]{24}$/);
    const presetId = page.url().split('/').pop();
    await story.open(`/jobs?triggerId=${presetId}`);
    await page.getByText('Only jobs with the trigger: preset Morning round').waitFor();
    await story.expectNoProblems();
    await story.button('Show all').click();
    await page.waitForURL(({ search }) => search === '');
  });

  it('keeps its values when it is renamed, and runs with changes', async () => {
    const { drover } = story.installation;
    const [{ _id }] = (await drover.presets.list()).items;
    const { vars: _vars, ...preset } = await drover.presets.get(_id);
    await drover.presets.update(_id, { ...preset, vars: { city: '大理' } });
    const chooseAction = async (preset: string, action: string) => {
      await page.getByRole('button', { name: `Actions for ${preset}` }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await story.open('/presets');
    await chooseAction('Morning round', 'Rename preset');
    await dialog().getByLabel('Name', { exact: true }).fill('Daily round');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Actions for Daily round' }).waitFor();
    expect((await drover.presets.get(_id)).vars).toEqual({ city: '大理' });
    await chooseAction('Daily round', 'Edit and run');
    await story.expectNoProblems();
    await story.button('Run on 2 devices').click();
    await page.waitForURL(/\/jobs\/[0-9a-f]{24}$/);
    expect((await drover.jobs.get(page.url().slice(-24))).vars).toEqual({ city: '大理' });
    await drover.presets.update(_id, preset);
  });

  it('runs from the overview', async () => {
    await story.open('/');
    await story.button(/^Run Morning round/).click();
    await page.waitForURL(/\/jobs\/[0-9a-f]{24}$/);
    await story.heading('story').waitFor();
  });

  it('shows that its script was deleted', async () => {
    const { drover } = story.installation;
    const [preset] = (await drover.presets.list()).items;
    await drover.devscripts.remove(preset.scriptId ?? '');
    await story.open('/presets');
    await page.getByText('Its script was deleted.').waitFor();
    expect(await story.button(/^Run Morning round/).isDisabled()).toBe(true);
  });
});
