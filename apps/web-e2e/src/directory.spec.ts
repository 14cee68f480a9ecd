import { freePort, TestIdentityProvider } from '@drover/test-services';
import type { Page } from 'playwright-core';
import { describeInBrowser, type BrowserSession } from './testing/browser';
import { ConsoleStory } from './testing/console-story';
import { signInAtProvider } from './testing/sign-in-at-provider';

const email = 'grace@example.org';
const accounts = { grace: { email, email_verified: true, name: 'Grace' } };

/** How long a deactivated person may have access. */
const removalMs = 5_000;

let provider: TestIdentityProvider;
let story: ConsoleStory;
let colleague: BrowserSession;
let page: Page;
let token: string;
let userId: string;

beforeAll(async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  provider = await TestIdentityProvider.start(url, 'works', { accounts });
  // Claims give no access, so that only the directory does.
  const settings = { ...provider.settings, defaultRole: null };
  const env = { PORT: String(port), PUBLIC_URL: url, DROVER_IDENTITY_PROVIDERS: JSON.stringify([settings]) };
  story = await ConsoleStory.start({}, env);
  await story.installation.startAgent('Workshop');
  const { drover } = story.installation;
  token = (await drover.directory.createToken()).token;
  const roles = [{ group: 'Field service', role: 'operator' as const }];
  await drover.directory.update({ defaultRole: 'viewer', roles });
  colleague = await story.openSession();
  page = colleague.page;
});
afterAll(async () => {
  await story?.stop();
  await provider?.stop();
});

/** Sends a request as the directory does. */
async function send(method: string, path: string, body: object): Promise<{ id: string }> {
  const response = await fetch(`${story.installation.url}/scim/v2/${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/scim+json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as { id: string };
}

const signIn = () => page.getByRole('button', { name: 'Sign in with Test works' }).click();

/** Each step continues where the previous one ended. */
describeInBrowser('a user of a directory', () => {
  it('has no access before the directory provides it', async () => {
    await page.goto('/devices');
    await signIn();
    await signInAtProvider(provider, page, 'grace');
    await page
      .getByText('Your account at the identity provider has no access to this installation.')
      .waitFor();
  });

  it('is on the page of people until it has joined, with the role of its group', async () => {
    userId = (await send('POST', 'Users', { userName: email, active: true })).id;
    await send('POST', 'Groups', { displayName: 'Field service', members: [{ value: userId }] });
    await story.signIn('/settings/people');
    await story.page.getByRole('row', { name: /grace@example\.org.*Operator/ }).waitFor();
    await story.expectNoProblems();
    await story.button(`Invite ${email}`).click();
    const dialog = story.page.getByRole('dialog', { name: 'Invite person' });
    expect(await dialog.getByLabel('For whom').inputValue()).toBe(email);
    expect(await dialog.getByRole('combobox', { name: 'Role' }).inputValue()).toBe('Operator');
    await story.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('joins by single sign-on with the role of its group', async () => {
    await page.goto('/devices');
    await signIn();
    await page.getByRole('button', { name: 'Account and settings: Grace' }).waitFor();
    await page.getByRole('link', { name: 'Workshop' }).waitFor();
    const { items } = await story.installation.drover.members.list();
    expect(items).toContainEqual(expect.objectContaining({ email, role: 'operator' }));
    await story.page.getByRole('button', { name: `Invite ${email}` }).waitFor({ state: 'detached' });
  });

  it('loses access within seconds after its deactivation, with a page open', async () => {
    await send('PATCH', `Users/${userId}`, { Operations: [{ op: 'replace', value: { active: false } }] });
    await page.getByRole('dialog', { name: 'Your session has expired' }).waitFor({ timeout: removalMs });
    expect(await page.getByText('Workshop').filter({ visible: true }).count()).toBe(0);
    expect(await page.evaluate(async () => (await fetch('/v1/devices')).status)).toBe(401);
    await signIn();
    await page
      .getByText('Your account at the identity provider has no access to this installation.')
      .waitFor();
  });
});
