import { Program, createScratchFolder, waitUntilReady } from '@drover/test-installation';
import { freePort } from '@drover/test-services';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, launchBrowser, BrowserSession } from './testing/browser';

let browser: Browser;
let folder: Awaited<ReturnType<typeof createScratchFolder>>;
let server: Program;
let agent: Program | undefined;
let session: BrowserSession;
let page: Page;
let url: string;

beforeAll(async () => {
  folder = await createScratchFolder();
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const env = { DATA_DIR: `${folder.path}/server`, PORT: String(port), LOG_LEVEL: 'warn' };
  server = new Program('api', { env });
  await waitUntilReady(url);
  browser = await launchBrowser();
  session = await BrowserSession.open(browser, { baseURL: url, locale: 'en-GB' });
  page = session.page;
});
afterAll(async () => {
  await browser?.close();
  await agent?.stop();
  await server?.stop();
  await folder?.remove();
});
afterEach(async () => {
  expect(await session.findViolations()).toEqual([]);
  expect(session.consoleErrors.splice(0)).toEqual([]);
});

const waitForHeading = (name: string | RegExp) => page.getByRole('heading', { name }).waitFor();
const clickButton = (name: string | RegExp) => page.getByRole('button', { name }).first().click();

/** Each step continues where the previous one ended. */
describeInBrowser('the first visit', () => {
  it('creates the account', async () => {
    await page.goto('/');
    await waitForHeading('Create your account');
    await page.getByLabel('Name', { exact: true }).fill('Ada');
    await page.getByLabel('Email address').fill('ada@example.org');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await clickButton('Create account');
    await waitForHeading('Welcome to Drover');
    expect(await page.title()).toBe('Welcome to Drover · Drover');
  });

  it('adds a device and shows that it connected', async () => {
    await clickButton('Add device');
    const command = await page
      .getByLabel('Command', { exact: true })
      .locator('visible=true')
      .last()
      .textContent();
    const [, key = ''] = /KEY=(\w{6}) /.exec(command ?? '') ?? [];
    expect(command).toBe(`curl -fsSL ${url}/install.sh | DROVER_ENROLMENT_KEY=${key} sh`);
    expect(await session.findViolations()).toEqual([]);
    agent = new Program('agent', {
      args: ['--server', url, '--key', key, '--name', 'Kitchen 手机', '--data', `${folder.path}/agent`],
    });
    await waitForHeading('Kitchen 手机 is connected');
    await page.keyboard.press('Escape');
  });

  it('creates a script', async () => {
    await clickButton('New script');
    await page.getByLabel('Name', { exact: true }).fill('Greeter');
    await clickButton('Create');
    await waitForHeading('Greeter');
    await page.getByLabel('Script code').waitFor();
    await page.getByText('Unsaved changes').waitFor();
    await page.getByLabel('Greeting').fill('Good morning');
  });

  it('runs the script with a shortcut and shows its log', async () => {
    await page.keyboard.press('Control+Enter');
    await page.getByRole('checkbox', { name: 'Kitchen 手机' }).check();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Enter');
    const log = page.getByRole('log');
    await log.getByText('Good morning from Kitchen 手机: round 3 of 3').waitFor();
    await page.getByText('Succeeded', { exact: true }).waitFor();
  });

  it('shows the run and its log on a page of their own', async () => {
    await page.getByRole('link', { name: 'Open run' }).click();
    await waitForHeading('Greeter on Kitchen 手机');
    await page.reload();
    await page.getByRole('log').getByText('round 1 of 3').waitFor();
    expect(await page.title()).toBe('Greeter on Kitchen 手机 · Drover');
  });

  it('shows the job on the overview', async () => {
    await page.getByRole('link', { name: 'Overview' }).click();
    await waitForHeading('Recent jobs');
    await page.getByRole('img', { name: 'Succeeded: 1' }).waitFor();
  });
});
