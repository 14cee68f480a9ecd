import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

const value = 'line one of it\nline two of it';

let story: ConsoleStory;
let page: Page;

beforeAll(async () => {
  story = await ConsoleStory.start();
  page = story.page;
  await story.installation.startAgent('Box');
  await story.signIn('/settings/secrets');
});
afterAll(() => story?.stop());
afterEach(() => story.expectNoProblems());

describeInBrowser('secrets', () => {
  it('stores a secret without showing its value again', async () => {
    await story.heading('No secrets yet').waitFor();
    await story.button('New secret').click();
    await page.getByLabel('Name', { exact: true }).fill('shop-password');
    await page.getByLabel('Value').fill(value);
    await page.getByText('{"$secret":"SHOP_PASSWORD"}').waitFor();
    await story.expectNoProblems();
    await story.button('Save').click();
    await page.getByRole('row', { name: /SHOP_PASSWORD/ }).waitFor();
    await story.installation.drover.secrets.update('WIFI_KEY', { value: 'another value' });
    await page.reload();
    await page.getByRole('row', { name: /WIFI_KEY/ }).waitFor();
    expect(await page.content()).not.toContain('line one');
  });

  it('passes a secret to a run and masks it in the log', async () => {
    const code = 'console.log("password:", drover.env.password);';
    const items = [{ name: 'password', label: 'Password of the shop', type: 'text' }];
    const scriptId = await story.installation.createScript(code, items);
    await story.open(`/devscripts/${scriptId}`);
    await story.button('Use a secret for Password of the shop').click();
    await page.getByRole('menuitem', { name: 'SHOP_PASSWORD' }).waitFor();
    await page.getByRole('menuitem', { name: 'SHOP_PASSWORD' }).click();
    expect(await page.getByLabel('Password of the shop').inputValue()).toBe('SHOP_PASSWORD');
    await story.expectNoProblems();
    await story.button('Choose devices').click();
    await page.getByRole('checkbox', { name: /Box/ }).check();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Enter');
    await page.getByText('password: ***').first().waitFor();
    expect(await page.content()).not.toContain('line one');
    const { drover } = story.installation;
    const [job] = (await drover.jobs.list()).items;
    expect((await drover.jobs.get(job._id)).vars).toEqual({ password: { $secret: 'SHOP_PASSWORD' } });
  });

  it('tells what uses a secret', async () => {
    const vars = { key: { $secret: 'WIFI_KEY' } };
    await story.installation.drover.presets.create({
      name: 'Connect',
      code: '1',
      selector: { all: true },
      vars,
    });
    await story.open('/settings/secrets');
    await page.getByRole('row', { name: /SHOP_PASSWORD.*Nothing/ }).waitFor();
    const row = page.getByRole('row', { name: /WIFI_KEY/ });
    await row.getByText('Never').waitFor();
    await row.getByRole('button', { name: '1 place' }).click();
    await page.getByRole('link', { name: 'Connect' }).waitFor();
    await story.expectNoProblems();
    await page.keyboard.press('Escape');
  });

  it('replaces and deletes a secret that a preset uses', async () => {
    await story.button('Replace WIFI_KEY').click();
    await page.getByLabel('Value').fill('yet another value');
    await story.button('Save').click();
    await page.getByText('WIFI_KEY saved').waitFor();
    await story.button('Delete WIFI_KEY').click();
    const dialog = page.getByRole('dialog', { name: 'Delete WIFI_KEY' });
    await dialog.getByText('Runs of these will fail: Preset “Connect”.').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('row', { name: /WIFI_KEY/ }).waitFor({ state: 'detached' });
    expect((await story.installation.drover.secrets.list()).count).toBe(1);
  });
});
