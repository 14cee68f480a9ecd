import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { describeInBrowser, type BrowserSession } from './testing/browser';
import { ada, ConsoleStory } from './testing/console-story';

let story: ConsoleStory;
let page: Page;
let secret: string;
let recoveryCodes: string[];
let colleague: BrowserSession;

beforeAll(async () => {
  story = await ConsoleStory.start();
  page = story.page;
  await story.signIn('/settings/account');
});
afterAll(() => story?.stop());

/** The next code that was not used: codes of clocks that differ by 30 s are accepted too. */
let stepsLater = -1;
const nextCode = () => {
  const code = new TOTP({ secret }).generate({ timestamp: Date.now() + stepsLater * 30_000 });
  stepsLater += 1;
  return code;
};

const sessions = () => page.getByRole('table', { name: 'Sessions' });

async function signInAgain(enterCode: () => Promise<void>): Promise<void> {
  // The page of the account has a field for the email address too.
  await story.heading('Sign in').waitFor();
  await page.getByLabel('Email address').fill(ada.email);
  await page.getByLabel('Password', { exact: true }).fill(ada.password);
  await story.button('Sign in').click();
  await page.getByLabel('Code').waitFor();
  expect(await story.session.findViolations()).toEqual([]);
  // The browser logs the 401 that asks for the code.
  story.session.consoleErrors.splice(0);
  await enterCode();
}

/** Each step continues where the previous one ended. */
describeInBrowser('two-factor sign-in and sessions', () => {
  it('turns it on with an authenticator app and shows recovery codes once', async () => {
    await page.getByText('Signing in needs your password only.').waitFor();
    await story.button('Set up').click();
    const dialog = page.getByRole('dialog');
    await story.expectNoProblems();
    await dialog.getByLabel('Password', { exact: true }).fill(ada.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('img', { name: 'Code for the authenticator app' }).waitFor();
    secret = await dialog.getByLabel('Or type this secret').inputValue();
    await story.expectNoProblems();
    await dialog.getByLabel('Code of the app').fill(nextCode());
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
    recoveryCodes = await page
      .getByRole('list', { name: 'Recovery codes' })
      .getByRole('listitem')
      .allTextContents();
    expect(recoveryCodes).toHaveLength(10);
    await story.expectNoProblems();
    await story.button('I have saved them').click();
    await page.getByText('Signing in needs your password and a code, or a passkey.').waitFor();
    await page.getByText('10 unused recovery codes').waitFor();
  });

  it('asks for a code at the next sign-in, and refuses a wrong one', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    await signInAgain(async () => {
      await page.getByLabel('Code').fill('000000');
      await story.button('Sign in').click();
      await page.getByText('The code is wrong, expired or used already.').waitFor();
      story.session.consoleErrors.splice(0);
      await page.getByLabel('Code').fill(nextCode());
      await story.button('Sign in').click();
    });
    await page.locator('main#content').waitFor();
    await story.expectNoProblems();
  });

  it('accepts a recovery code once', async () => {
    await story.open('/settings/account');
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    await signInAgain(async () => {
      await page.getByLabel('Code').fill(recoveryCodes[0]);
      await story.button('Sign in').click();
    });
    await page.locator('main#content').waitFor();
    await story.open('/settings/account');
    await page.getByText('9 unused recovery codes').waitFor();
  });

  it('lists the sessions, and ends another one', async () => {
    colleague = await story.openSession();
    const other = colleague.page;
    await other.goto('/devices');
    await other.getByLabel('Email address').fill(ada.email);
    await other.getByLabel('Password', { exact: true }).fill(ada.password);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByLabel('Code').fill(recoveryCodes[1]);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.locator('main#content').waitFor();
    await story.open('/settings/account');
    await sessions()
      .getByRole('row', { name: /Chrome, Linux\s*This browser/ })
      .waitFor();
    await story.expectNoProblems();
    await sessions()
      .getByRole('button', { name: /End the session/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click();
    await page.getByText('Session ended').waitFor();
    // The open page shows it without a click.
    await other.getByRole('dialog', { name: 'Your session has expired' }).waitFor();
    await story.expectNoProblems();
  });

  it('lets members of a workspace that requires it only set it up', async () => {
    const { drover } = story.installation;
    const { token } = await drover.invitations.create({ role: 'operator' });
    await page.getByRole('switch', { name: 'Require two-factor sign-in of all members' }).click();
    await page.getByText('All members need two-factor sign-in now').waitFor();
    await story.expectNoProblems();
    await colleague.page.close();
    colleague = await story.openSession();
    const other = colleague.page;
    await other.goto(`/join#${token}`);
    await other.getByLabel('Name', { exact: true }).fill('Grace');
    await other.getByLabel('Email address').fill('grace@example.org');
    await other.getByLabel('Password', { exact: true }).fill('battery staple');
    await other.getByRole('button', { name: 'Join', exact: true }).click();
    await other.getByRole('heading', { name: 'This workspace requires two-factor sign-in' }).waitFor();
    expect(await other.evaluate(async () => (await fetch('/v1/devices')).status)).toBe(403);
    expect(await colleague.findViolations()).toEqual([]);
    await other.getByLabel('Password', { exact: true }).fill('battery staple');
    await other.getByRole('button', { name: 'Continue' }).click();
    const graces = await other.getByLabel('Or type this secret').inputValue();
    await other.getByLabel('Code of the app').fill(new TOTP({ secret: graces }).generate());
    await other.getByRole('button', { name: 'Turn on' }).click();
    await other.getByRole('button', { name: 'I have saved them' }).click();
    await other.locator('main#content').waitFor();
    await story.open('/settings/people');
    await page.getByRole('row', { name: /Grace.*Operator.*On/ }).waitFor();
    await story.expectNoProblems();
  });
});
