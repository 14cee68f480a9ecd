import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

let story: ConsoleStory;
let page: Page;

beforeAll(async () => {
  story = await ConsoleStory.start();
  page = story.page;
  await story.signIn('/settings/repositories');
});
afterAll(() => story?.stop());
afterEach(() => story.expectNoProblems());

describeInBrowser('repositories', () => {
  it('connects a repository, and shows the secret of its webhook once', async () => {
    await story.heading('No repositories yet').waitFor();
    await story.button('Connect repository').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('shop');
    await dialog.getByLabel('URL').fill('http://127.0.0.1:1/shop.git');
    await dialog.getByLabel('Branch or tag').fill('main');
    await dialog.getByLabel('Push saves to branch').fill('drover');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    const secret = page.getByRole('group', { name: 'Webhook secret', exact: true });
    expect(await secret.textContent()).toMatch(/^hmg_[0-9a-f]{64}/);
    await story.button('Done').click();
    await secret.waitFor({ state: 'detached' });
  });

  it('shows why a sync failed, and syncs again', async () => {
    await page.getByRole('link', { name: 'shop' }).click();
    await story.heading('shop').waitFor();
    await page.getByText('The last sync failed. It changed nothing.').waitFor();
    await page.getByText('Saves are pushed to drover').waitFor();
    await page.getByText('unable to access').first().waitFor();
    await story.button('Sync now').click();
    await page.getByText('Request').nth(1).waitFor();
  });

  it('pins a branch to a device group', async () => {
    const { drover } = story.installation;
    await drover.deviceGroups.create({ name: 'Canary', devices: [] });
    await page.reload();
    await story.button('Edit pins').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Branch or tag').fill('next');
    await dialog.getByRole('combobox', { name: 'Device group' }).click();
    await page.getByRole('option', { name: 'Canary' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('list', { name: 'Pinned device groups' }).getByText('Canary runs next').waitFor();
    await story.button('Edit pins').click();
    await dialog.getByRole('button', { name: 'Remove pin' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Canary runs next').waitFor({ state: 'detached' });
  });

  it('disconnects a repository', async () => {
    await story.button('More about shop').click();
    await page.getByRole('menuitem', { name: 'Disconnect' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await story.heading('No repositories yet').waitFor();
  });
});
