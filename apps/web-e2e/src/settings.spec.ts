import { Drover } from '@drover/sdk';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

let story: ConsoleStory;
let page: Page;
let token: string;
const requested: string[] = [];

beforeAll(async () => {
  story = await ConsoleStory.start();
  page = story.page;
  page.on('request', (request) => requested.push(new URL(request.url()).origin));
  await story.signIn();
});
afterAll(() => story?.stop());
afterEach(() => story.expectNoProblems());

const textOf = async (label: string) =>
  (await page.getByRole('group', { name: label, exact: true }).textContent()) ?? '';
const enrol = (key: string, name: string, appVersion = '2.0.0') =>
  new Drover({ baseUrl: story.installation.url }).enrolments.create({
    ...{ key, name, appVersion },
    ...{ brand: 'Xiaomi', model: 'Redmi', platform: 'android' },
  });
const withToken = () => new Drover({ baseUrl: story.installation.url, token });

describeInBrowser('settings', () => {
  it('creates an access token and shows it once', async () => {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Access tokens' }).click();
    await story.button('New token').click();
    await page.getByLabel('Name', { exact: true }).fill('Nightly');
    await story.button('Create token').click();
    await page.getByRole('dialog', { name: 'Token Nightly created' }).waitFor();
    token = await textOf('Access token');
    expect(token).toMatch(/^hmp_[0-9a-f]{64}$/);
    expect(await textOf('Command')).toContain(token);
    await story.expectNoProblems();
    await story.button('I have copied it').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Nightly/ }).waitFor();
    expect(await page.content()).not.toContain(token);
    expect((await withToken().devices.list()).count).toBe(0);
  });

  it('creates an enrolment key for two devices', async () => {
    await page.getByRole('link', { name: 'Enrolment keys' }).click();
    await story.button('New key').click();
    await page.getByLabel('Name', { exact: true }).fill('Workshop');
    await page.getByLabel('Maximum number of devices').fill('2');
    await story.button('Create key').click();
    await page.getByText('Valid for 2 devices.').waitFor();
    const [, key = ''] = /KEY=(\w{6}) /.exec(await textOf('Command')) ?? [];
    await story.expectNoProblems();
    await story.button('Done').click();
    await page.getByRole('row', { name: /Workshop 0 of 2/ }).waitFor();
    await enrol(key, 'New phone');
    await enrol(key, 'Old tablet', '1.1.0');
    await expect(enrol(key, 'Third')).rejects.toMatchObject({ code: expect.any(Number), status: 401 });
    await page.reload();
    await story.heading('No active keys').waitFor();
  });

  it('selects the devices for notifications and names those that are too old', async () => {
    await page.getByRole('link', { name: 'Notifications' }).click();
    await page.getByRole('checkbox', { name: 'New phone' }).check();
    await page.getByRole('checkbox', { name: 'Old tablet' }).check();
    await page.getByText('Old tablet (1.1.0)').waitFor();
    await story.button('Save').click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect((await withToken().notificationSettings.get()).devices).toHaveLength(2);
  });

  it('shows a new message immediately', async () => {
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

  it('renders untrusted messages without loading remote content', async () => {
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

  it('sends a message and warns about text that will be cut off', async () => {
    await story.button('Send message').click();
    await page.getByLabel('Text').fill('🐑'.repeat(2003));
    await page.getByText('3 characters over the limit of 2000 will be cut off').waitFor();
    await page.getByLabel('Text').fill('From *me*');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('article').nth(1).waitFor();
    await page.getByText('From me').waitFor();
  });

  it('filters the audit log on the server', async () => {
    await page.goto('/settings/audit');
    await page.getByRole('row', { name: /Message sent .*Nightly/ }).waitFor();
    await page.getByRole('row', { name: /Access token created Nightly/ }).waitFor();
    await page.getByRole('combobox', { name: 'Action' }).fill('Device registered');
    await page.getByRole('option', { name: 'Device registered' }).click();
    await page.waitForURL(/action=device\.enrol/);
    await page
      .getByRole('row', { name: /Message sent/ })
      .first()
      .waitFor({ state: 'detached' });
    await story.expectNoProblems();
    const target = page.getByRole('combobox', { name: 'Target' });
    const { _id } = await story.installation.drover.devscripts.create({ name: 'Sweep' });
    await target.fill('swee');
    await page.getByRole('option', { name: 'Sweep' }).click();
    await page.waitForURL(new RegExp(`target=${_id}`));
    await story.heading('No matches').waitFor();
    await page.getByLabel('Clear “Target”').click();
    await page.getByRole('link', { name: 'Old tablet' }).click();
    await story.heading('Old tablet').waitFor();
  });

  it('revokes an access token immediately', async () => {
    await page.goto('/settings/tokens');
    await story.button('Revoke Nightly').click();
    await story.expectNoProblems();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByRole('row', { name: /Nightly/ }).waitFor({ state: 'detached' });
    await expect(withToken().devices.list()).rejects.toMatchObject({ status: 401, code: 1040 });
  });

  it('renames the account and creates another one', async () => {
    await page.getByRole('link', { name: 'Account', exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill('Ada 洛芙莱斯');
    await story.button('Save').click();
    await page.getByRole('button', { name: 'Account and settings: Ada 洛芙莱斯' }).waitFor();
    await story.button('Create account').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email address').fill('grace@example.org');
    await dialog.getByLabel('Password', { exact: true }).fill('battery staple');
    await story.expectNoProblems();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Account grace@example.org created').waitFor();
    const login = { email: 'grace@example.org', password: 'battery staple' };
    const { account } = await new Drover({ baseUrl: story.installation.url }).sessions.create(login);
    expect(account).toMatchObject({ name: 'grace', isAdministrator: false });
  });
});
