import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Installation } from '@drover/test-installation';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

let story: ConsoleStory;
let page: Page;
let source: Installation;
let file: string;

beforeAll(async () => {
  story = await ConsoleStory.start();
  page = story.page;
  source = await Installation.start();
  const { devscripts, presets, schedules, archives } = source.drover;
  const { _id: scriptId } = await devscripts.create({ name: 'Night check' });
  await devscripts.uploadFiles(scriptId, { code: 'console.log(1)' });
  const selector = { all: true } as const;
  await source.drover.secrets.update('API_KEY', { value: 'a-long-secret' });
  await presets.create({ name: 'Round', scriptId, selector, vars: { key: { $secret: 'API_KEY' } } });
  await presets.create({ name: 'Taken', code: '1', selector });
  await schedules.create({ name: 'Nightly', when: { everyMinutes: 60 }, job: { scriptId, selector } });
  const archive = await archives.export();
  file = join(source.folder, 'workspace.zip');
  await writeFile(file, Buffer.from(await archive.arrayBuffer()));
  await story.installation.drover.presets.create({ name: 'Taken', code: '2', selector });
  await story.signIn('/settings/account');
});
afterAll(async () => {
  await story?.stop();
  await source?.close();
});
afterEach(() => story.expectNoProblems());

const dialog = () => page.getByRole('dialog');
const choose = async () => {
  const waiting = page.waitForEvent('filechooser');
  await story.button('Import archive…').click();
  await (await waiting).setFiles(file);
};

describeInBrowser('an archive of a workspace', () => {
  it('is exported', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export archive' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^drover-\d{4}-\d\d-\d\d\.zip$/);
  });

  it('is imported after a preview', async () => {
    await choose();
    await dialog().getByText('3 new, 0 changed, 0 unchanged, 1 not possible').waitFor();
    await dialog().getByText('Schedules are imported paused.').waitFor();
    await dialog().getByText('Secrets to create: API_KEY').waitFor();
    await dialog().getByText('Something else has this name').waitFor();
    await story.expectNoProblems();
    expect((await story.installation.drover.devscripts.list()).items).toEqual([]);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await dialog().waitFor({ state: 'detached' });
    await choose();
    await dialog().getByRole('button', { name: 'Import' }).click();
    await dialog().getByRole('heading', { name: 'Archive imported' }).waitFor();
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await story.open('/schedules');
    await page.getByText('Nightly').first().waitFor();
    await page.getByRole('table', { name: 'Schedules' }).getByText('Paused').first().waitFor();
  });

  it('changes nothing when it is imported again', async () => {
    await story.open('/settings/account');
    await choose();
    await dialog().getByText('0 new, 0 changed, 3 unchanged, 1 not possible').waitFor();
    expect(await dialog().getByRole('button', { name: 'Import' }).count()).toBe(0);
    await dialog().getByRole('button', { name: 'Close' }).last().click();
  });
});
