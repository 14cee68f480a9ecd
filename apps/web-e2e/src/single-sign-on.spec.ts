import { freePort, TestIdentityProvider } from '@drover/test-services';
import type { Page } from 'playwright-core';
import { describeInBrowser, type BrowserSession } from './testing/browser';
import { ConsoleStory } from './testing/console-story';
import { signInAtProvider } from './testing/sign-in-at-provider';

const accounts = {
  grace: { email: 'grace@example.org', email_verified: true, name: 'Grace', groups: ['drover-operators'] },
  ada: { email: 'ada@example.org', email_verified: true, name: 'Ada at work' },
};

let provider: TestIdentityProvider;
let story: ConsoleStory;
let colleague: BrowserSession;
let page: Page;

beforeAll(async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  provider = await TestIdentityProvider.start(url, 'works', { accounts });
  const mapping = { roleClaim: 'groups', roles: { 'drover-operators': 'operator' } };
  const settings = { ...provider.settings, ...mapping, scopes: 'openid email profile groups' };
  const env = { PORT: String(port), PUBLIC_URL: url, DROVER_IDENTITY_PROVIDERS: JSON.stringify([settings]) };
  story = await ConsoleStory.start({}, env);
  await story.installation.startAgent('Workshop');
  colleague = await story.openSession();
  page = colleague.page;
});
afterAll(async () => {
  await story?.stop();
  await provider?.stop();
});

const signInButton = (of: Page) => of.getByRole('button', { name: 'Sign in with Test works' });

/** Each step continues where the previous one ended. */
describeInBrowser('single sign-on', () => {
  it('creates a colleague with the role of the provider, on the page that was opened', async () => {
    await page.goto('/devices');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signInButton(page).waitFor();
    expect(await colleague.findViolations()).toEqual([]);
    await signInButton(page).click();
    await signInAtProvider(provider, page, 'grace');
    await page.getByRole('button', { name: 'Account and settings: Grace' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/devices');
    await page.getByRole('link', { name: 'Workshop' }).waitFor();
    const { items } = await story.installation.drover.members.list();
    expect(items).toContainEqual(expect.objectContaining({ email: 'grace@example.org', role: 'operator' }));
  });

  it('signs out at the provider too', async () => {
    await page.goto('/settings/account');
    await page.getByRole('table', { name: 'Single sign-on' }).getByText('grace@example.org').waitFor();
    expect(await colleague.findViolations()).toEqual([]);
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${provider.issuer}/session/end**`);
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(page.url()).toBe(`${story.installation.url}/`);
    await signInButton(page).click();
    // The provider asks again.
    await page.getByPlaceholder('Enter any login').waitFor();
  });

  it('shows in a sentence why a sign-in failed', async () => {
    await signInAtProvider(provider, page, 'ada');
    await page.getByText('There is an account with your email address already.').waitFor();
    expect(await colleague.findViolations()).toEqual([]);
    expect(new URL(page.url()).search).toBe('');
    await page.goto('/sign-in/works?code=forged&state=forged');
    await page.getByText('This sign-in is invalid').waitFor();
    await page.getByRole('link', { name: 'To the console' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('links the account of somebody who is signed in', async () => {
    await story.signIn('/settings/account');
    await story.button('Link Test works').click();
    const dialog = story.page.getByRole('dialog');
    await dialog.getByLabel('Password', { exact: true }).fill('correct horse');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await signInAtProvider(provider, story.page, 'ada');
    const table = story.page.getByRole('table', { name: 'Single sign-on' });
    await table.getByText('ada@example.org').waitFor();
    expect(new URL(story.page.url()).pathname).toBe('/settings/account');
    expect(await story.session.findViolations()).toEqual([]);
    await table.getByRole('button', { name: 'Unlink Test works' }).click();
    await dialog.getByLabel('Password', { exact: true }).fill('correct horse');
    await dialog.getByRole('button', { name: 'Unlink' }).click();
    await table.waitFor({ state: 'detached' });
  });

  it('ends the session here when the person signs out at a provider by a frame', async () => {
    await provider.restart({ accounts, isFrontChannel: true });
    await signInButton(page).click();
    await signInAtProvider(provider, page, 'grace');
    await page.getByRole('button', { name: 'Account and settings: Grace' }).waitFor();
    const framed = page.waitForResponse((response) => response.url().includes('/front-channel-logout?'));
    await page.goto(`${provider.issuer}/session/end`);
    expect(await (await framed).json()).toEqual({ sessions: 1 });
    await page.goto('/');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('is required of everybody who is signed in otherwise, also on an open page', async () => {
    const { drover } = story.installation;
    await story.open('/settings/account');
    const require = story.page.getByRole('switch', { name: 'Require single sign-on of all members' });
    await require.click();
    await story.page.getByText('You would lock yourself out.').waitFor();
    await story.open('/devices');
    await drover.accounts.update({ isSingleSignOnRequired: true });
    await story.heading('This workspace requires single sign-on').waitFor({ timeout: 8_000 });
    expect(await story.session.findViolations()).toEqual([]);
    expect(await story.page.getByText('Workshop').count()).toBe(0);
    expect(await story.page.evaluate(async () => (await fetch('/v1/devices')).status)).toBe(403);

    await story.button('Link Test works').click();
    const dialog = story.page.getByRole('dialog');
    await dialog.getByLabel('Password', { exact: true }).fill('correct horse');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await signInAtProvider(provider, story.page, 'ada');
    await story.heading('This workspace requires single sign-on').waitFor();
    await signInButton(story.page).click();
    await story.page.getByRole('link', { name: 'Workshop' }).waitFor();

    await story.open('/settings/account');
    await require.click();
    await story.page.getByText('Single sign-on is optional now').waitFor();
    expect((await drover.accounts.get()).isSingleSignOnRequired).toBe(false);
  });
});
