import { Installation } from '@drover/test-installation';
import { findNatsServer } from '@drover/test-services';
import type { Browser, Page } from 'playwright-core';
import { addAuthenticator } from './testing/authenticator';
import { BrowserSession, describeInBrowser, launchBrowser } from './testing/browser';
import { ada } from './testing/console-story';

/** How long a removed person may have access on any server. */
const removalMs = 5_000;

let installation: Installation;
let nats: Awaited<ReturnType<typeof findNatsServer>>;
let browser: Browser;
/** The owner is on the first server, the colleague on the second one. */
let owner: Page;
let colleague: BrowserSession;
let page: Page;
let address: string;

beforeAll(async () => {
  nats = await findNatsServer(process.env.TEST_NATS_URL);
  const env = { ...(nats && { NATS_URL: nats.url }) };
  [installation, browser] = await Promise.all([Installation.start({ nodes: 2, env }), launchBrowser()]);
  await installation.startAgents('Kitchen', 'Workshop');
  await installation.drover.accounts.update({ ...ada, personName: ada.name });
  const [first, second] = [0, 1].map((node) => installation.getNodeUrl(node));
  owner = (await BrowserSession.open(browser, { baseURL: first, locale: 'en-GB' })).page;
  // Passkeys belong to a host name.
  address = second.replace('127.0.0.1', 'localhost');
  colleague = await BrowserSession.open(browser, { baseURL: address, locale: 'en-GB' });
  page = colleague.page;
  await addAuthenticator(page);
});
afterAll(async () => {
  await browser?.close();
  await installation?.close();
  await nats?.close();
});

/** Each step continues where the previous one ended. */
describeInBrowser('a colleague on another server', () => {
  it('joins by the link of the owner with a passkey alone', async () => {
    await owner.goto('/settings/people');
    await owner.getByLabel('Email address').fill(ada.email);
    await owner.getByLabel('Password', { exact: true }).fill(ada.password);
    await owner.getByRole('button', { name: 'Sign in' }).click();
    await owner.getByRole('button', { name: 'Invite person' }).click();
    await owner.getByLabel('For whom').fill('Grace');
    await owner.getByRole('button', { name: 'Create invitation' }).click();
    const link = await owner.getByRole('group', { name: 'Link to join' }).textContent();
    await owner.getByRole('button', { name: 'I have copied it' }).click();

    await page.goto(`${address}/join${new URL(link ?? '').hash}`);
    await page.getByLabel('Name', { exact: true }).fill('Grace');
    await page.getByLabel('Email address').fill('grace@example.org');
    await page.getByRole('button', { name: 'Join with a passkey' }).click();
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByRole('button', { name: 'Account and settings: Grace' }).waitFor();
    await page.goto('/settings/account');
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('button', { name: 'Account and settings: Grace' }).waitFor();
    // Requests that were under way when the session ended were answered with 401.
    colleague.consoleErrors.length = 0;
  });

  it('sees the devices of the role', async () => {
    const { drover } = installation;
    await page.goto('/devices');
    await page.getByRole('link', { name: 'Kitchen' }).waitFor();
    await page.getByRole('link', { name: 'Workshop' }).waitFor();
    const [workshop] = (await drover.devices.list({ name: 'Workshop' })).items;
    const group = await drover.deviceGroups.create({ name: 'Berlin', devices: [workshop._id] });
    const grace = (await drover.members.list()).items.find(({ name }) => name === 'Grace');
    await drover.members.update(grace?._id ?? '', { role: 'operator', groups: [group._id] });
    await page.reload();
    await page.getByRole('link', { name: 'Workshop' }).waitFor();
    expect(await page.getByRole('link', { name: 'Kitchen' }).count()).toBe(0);
    expect(colleague.consoleErrors.splice(0)).toEqual([]);
  });

  it('has no access within seconds after the owner has removed the colleague, whose page is open', async () => {
    await owner.reload();
    await owner.getByRole('button', { name: 'Actions for Grace' }).click();
    await owner.getByRole('menuitem', { name: 'Remove' }).click();
    await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await owner.getByRole('row', { name: /Grace/ }).waitFor({ state: 'detached' });
    const expired = page.getByRole('dialog', { name: 'Your session has expired' });
    await expired.waitFor({ timeout: removalMs });
    expect(await page.getByText('Workshop').filter({ visible: true }).count()).toBe(0);
    expect(await page.evaluate(async () => (await fetch('/v1/devices')).status)).toBe(401);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('You are not a member of any workspace. Ask for an invitation.').waitFor();
  });
});
