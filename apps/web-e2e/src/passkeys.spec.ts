import type { Page } from 'playwright-core';
import { addAuthenticator } from './testing/authenticator';
import { describeInBrowser, type BrowserSession } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

let story: ConsoleStory;
let owner: Page;
let colleague: BrowserSession;
let page: Page;
/** Passkeys belong to a host name, so the colleague does not open the console by its IP address. */
let address: string;

beforeAll(async () => {
  story = await ConsoleStory.start();
  owner = story.page;
  await story.installation.startAgent('Workshop');
  address = story.installation.url.replace('127.0.0.1', 'localhost');
  colleague = await story.openSession();
  page = colleague.page;
  await addAuthenticator(page);
});
afterAll(() => story?.stop());

const password = 'battery staple';

const expectNoViolations = async () => expect(await colleague.findViolations()).toEqual([]);

/** Each step continues where the previous one ended. */
describeInBrowser('passkeys', () => {
  it('are added by a colleague who has joined', async () => {
    const { token } = await story.installation.drover.invitations.create({ role: 'operator' });
    await page.goto(`${address}/join#${token}`);
    await page.getByLabel('Name', { exact: true }).fill('Grace');
    await page.getByLabel('Email address').fill('grace@example.org');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    await page.getByRole('button', { name: 'Account and settings: Grace' }).waitFor();
    await page.goto(`${address}/settings/account`);
    await page.getByRole('button', { name: 'Add passkey' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Passkey').fill('Laptop');
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await expectNoViolations();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page
      .getByRole('table', { name: 'Passkeys' })
      .getByRole('row', { name: /Laptop/ })
      .waitFor();
    await page.getByText('Signing in needs your password and a code, or a passkey.').waitFor();
    await expectNoViolations();
    expect(colleague.consoleErrors.splice(0)).toEqual([]);
  });

  it('sign the colleague out and in without a password, with the devices of the role', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expectNoViolations();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('button', { name: 'Account and settings: Grace' }).waitFor();
    await page.goto(`${address}/devices`);
    await page.getByRole('link', { name: 'Workshop' }).waitFor();
    expect(colleague.consoleErrors.splice(0)).toEqual([]);
  });

  it('give no access after the colleague was removed while a page is open', async () => {
    await story.signIn('/settings/people');
    await owner.getByRole('row', { name: /Grace.*On/ }).waitFor();
    await story.button('Actions for Grace').click();
    await owner.getByRole('menuitem', { name: 'Remove' }).click();
    await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await owner.getByRole('row', { name: /Grace/ }).waitFor({ state: 'detached' });
    await page.getByRole('dialog', { name: 'Your session has expired' }).waitFor();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('You are not a member of any workspace. Ask for an invitation.').waitFor();
    await story.expectNoProblems();
  });
});
