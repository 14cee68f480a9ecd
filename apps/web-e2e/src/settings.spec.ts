import { Drover } from '@drover/sdk';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

let story: ConsoleStory;
let page: Page;
let token: string;
const requested: string[] = [];

beforeAll(async () => {
  story = await ConsoleStory.begin();
  page = story.page;
  page.on('request', (request) => requested.push(new URL(request.url()).origin));
  await story.signIn();
}, 120_000);
afterAll(() => story?.end());
afterEach(() => story.check());

const textOf = async (label: string) =>
  (await page.getByRole('group', { name: label, exact: true }).textContent()) ?? '';
const enrol = (key: string, name: string, appVersion = '2.0.0') =>
  new Drover({ baseUrl: story.installation.url }).enrolments.create({
    ...{ key, name, appVersion },
    ...{ brand: 'Xiaomi', model: 'Redmi', platform: 'android' },
  });
const withToken = () => new Drover({ baseUrl: story.installation.url, token });

describeInBrowser('the settings', () => {
  it('make a token that a program can use, and show it once', async () => {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Access tokens' }).click();
    await story.button('New token').click();
    await page.getByLabel('Name', { exact: true }).fill('Nightly');
    await story.button('Create the token').click();
    await page.getByRole('dialog', { name: 'Nightly is ready' }).waitFor();
    token = await textOf('Access token');
    expect(token).toMatch(/^hmp_[0-9a-f]{64}$/);
    expect(await textOf('Command')).toContain(token);
    await story.check();
    await story.button('I have copied it').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Nightly/ }).waitFor();
    expect(await page.content()).not.toContain(token);
    expect((await withToken().devices.list()).count).toBe(0);
  });

  it('make an enrolment key for two devices', async () => {
    await page.getByRole('link', { name: 'Enrolment keys' }).click();
    await story.button('New key').click();
    await page.getByLabel('Name', { exact: true }).fill('Workshop');
    await page.getByLabel('For how many devices').fill('2');
    await story.button('Create the key').click();
    await page.getByText('It lets 2 devices in.').waitFor();
    const [, key = ''] = /--key (\w{6})$/.exec(await textOf('Command')) ?? [];
    await story.check();
    await story.button('Done').click();
    await page.getByRole('row', { name: /Workshop 0 of 2/ }).waitFor();
    await enrol(key, 'New phone');
    await enrol(key, 'Old tablet', '1.1.0');
    await expect(enrol(key, 'Third')).rejects.toMatchObject({ code: expect.any(Number), status: 401 });
    await page.reload();
    await story.heading('No open keys').waitFor();
  });

  it('choose the devices that messages go to, and name those that are too old for them', async () => {
    await page.getByRole('link', { name: 'Notifications' }).click();
    await page.getByRole('checkbox', { name: 'New phone' }).check();
    await page.getByRole('checkbox', { name: 'Old tablet' }).check();
    await page.getByText('Old tablet (1.1.0)').waitFor();
    await story.button('Save the choice').click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect((await withToken().notificationSettings.get()).devices).toHaveLength(2);
  });

  it('are told of a message the moment it comes', async () => {
    const text = [
      '# Backup\n\n**done** [log](https://example.org/log) [trap](javascript:alert(1))',
      '![pixel](https://example.org/pixel.png) <img src="https://example.org/raw.png">',
    ].join('\n\n');
    const body = new URLSearchParams({ token, text });
    const { status } = await fetch(`${story.installation.url}/v1/message/send`, { method: 'POST', body });
    expect(status).toBe(204);
    await page.getByRole('link', { name: 'Inbox 1 new message' }).click();
    const message = page.getByRole('article');
    await message.getByRole('heading', { name: 'Backup' }).waitFor();
    expect(await message.getByText('done').evaluate(({ tagName }) => tagName)).toBe('STRONG');
    await page.getByRole('link', { name: 'Inbox', exact: true }).waitFor();
  });

  it('show a message of strangers without following it anywhere', async () => {
    const message = page.getByRole('article');
    const links = await message
      .locator('a[target]')
      .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('rel')]));
    expect(links).toEqual([
      ['log', 'noreferrer noopener'],
      ['pixel', 'noreferrer noopener'],
    ]);
    expect(await message.getByText('trap').evaluate((trap) => trap.closest('a'))).toBeNull();
    expect(await message.locator('img').count()).toBe(0);
    expect(new Set(requested)).toEqual(new Set([story.installation.url]));
  });

  it('send a message, and say what of it would be cut', async () => {
    await story.button('Send a message').click();
    await page.getByLabel('Text').fill('🐑'.repeat(2003));
    await page.getByText('3 characters more than 2000').waitFor();
    await page.getByLabel('Text').fill('From *me*');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('article').nth(1).waitFor();
    await page.getByText('From me').waitFor();
  });

  it('tell who changed what', async () => {
    await page.goto('/settings/audit');
    await page.getByLabel('Search what is loaded').fill('nightly');
    await page.getByRole('row', { name: /Message sent Nightly/ }).waitFor();
    await page.getByRole('row', { name: /Access token created Nightly/ }).waitFor();
    await page.getByLabel('Search what is loaded').fill('device registered');
    await page.getByRole('link', { name: 'Old tablet' }).click();
    await story.heading('Old tablet').waitFor();
  });

  it('revoke the token, at once', async () => {
    await page.goto('/settings/tokens');
    await story.button('Revoke Nightly').click();
    await story.check();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByRole('row', { name: /Nightly/ }).waitFor({ state: 'detached' });
    await expect(withToken().devices.list()).rejects.toMatchObject({ status: 401, code: 1040 });
  });

  it('change the account, and make another', async () => {
    await page.getByRole('link', { name: 'Account', exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill('Ada 洛芙莱斯');
    await story.button('Save').click();
    await page.getByRole('button', { name: 'Account and settings: Ada 洛芙莱斯' }).waitFor();
    await story.button('Create an account').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail address').fill('grace@example.org');
    await dialog.getByLabel('Password', { exact: true }).fill('battery staple');
    await story.check();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByText('The account of grace@example.org is ready').waitFor();
    const login = { email: 'grace@example.org', password: 'battery staple' };
    const { account } = await new Drover({ baseUrl: story.installation.url }).sessions.create(login);
    expect(account).toMatchObject({ name: 'grace', isAdministrator: false });
  });
});
