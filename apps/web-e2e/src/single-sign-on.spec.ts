import { freePort, TestIdentityProvider } from '@drover/test-services';
import type { Page } from 'playwright-core';
import { describeInBrowser, type BrowserSession } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

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

/** Signs in at the provider's own page. */
async function signInAtProvider(of: Page, login: string): Promise<void> {
  await of.waitForURL(`${provider.issuer}/**`);
  await of.getByPlaceholder('Enter any login').fill(login);
  await of.getByPlaceholder('and password').fill('any');
  await of.getByRole('button', { name: 'Sign-in' }).click();
}

const signInButton = (of: Page) => of.getByRole('button', { name: 'Sign in with Test works' });

/** Each step continues where the previous one ended. */
describeInBrowser('single sign-on', () => {
  it('creates a colleague with the role of the provider, on the page that was opened', async () => {
    await page.goto('/devices');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signInButton(page).waitFor();
    expect(await colleague.findViolations()).toEqual([]);
    await signInButton(page).click();
    await signInAtProvider(page, 'grace');
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
    await signInAtProvider(page, 'ada');
    await page.getByText('There is an account with your e-mail address already.').waitFor();
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
    await signInAtProvider(story.page, 'ada');
    const table = story.page.getByRole('table', { name: 'Single sign-on' });
    await table.getByText('ada@example.org').waitFor();
    expect(new URL(story.page.url()).pathname).toBe('/settings/account');
    expect(await story.session.findViolations()).toEqual([]);
    await table.getByRole('button', { name: 'Unlink Test works' }).click();
    await dialog.getByLabel('Password', { exact: true }).fill('correct horse');
    await dialog.getByRole('button', { name: 'Unlink' }).click();
    await table.waitFor({ state: 'detached' });
  });
});
