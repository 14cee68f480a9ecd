import { Program, scratchFolder, untilReady } from '@drover/test-installation';
import { freePort } from '@drover/test-services';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser, Visit } from './testing/browser';

let browser: Browser;
let folder: Awaited<ReturnType<typeof scratchFolder>>;
let server: Program;
let agent: Program | undefined;
let visit: Visit;
let page: Page;
let url: string;

beforeAll(async () => {
  folder = await scratchFolder();
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const env = { DATA_DIR: `${folder.path}/server`, PORT: String(port), LOG_LEVEL: 'warn' };
  server = new Program('api', { env });
  await untilReady(url);
  browser = await openBrowser();
  visit = await Visit.begin(browser, { baseURL: url, locale: 'en-GB' });
  page = visit.page;
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await agent?.stop();
  await server?.stop();
  await folder?.remove();
});
afterEach(async () => {
  expect(await visit.violations()).toEqual([]);
  expect(visit.complaints.splice(0)).toEqual([]);
});

const heading = (name: string | RegExp) => page.getByRole('heading', { name }).waitFor();
const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();

/** The steps of one person, each where the one before ended. */
describeInBrowser('the first visit', () => {
  it('creates the account', async () => {
    await page.goto('/');
    await heading('Create your account');
    await page.getByLabel('Name', { exact: true }).fill('Ada');
    await page.getByLabel('E-mail address').fill('ada@example.org');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await press('Create the account');
    await heading('Welcome to Drover');
    expect(await page.title()).toBe('Welcome to Drover · Drover');
  });

  it('adds a device, and notices the moment it connects', async () => {
    await press('Add device');
    const command = await page
      .getByLabel('Command', { exact: true })
      .locator('visible=true')
      .last()
      .textContent();
    const [, key = ''] = /--server \S+ --key (\w{6})$/.exec(command ?? '') ?? [];
    expect(command).toContain(`--server ${url} --key ${key}`);
    expect(await visit.violations()).toEqual([]);
    agent = new Program('agent', {
      args: ['--server', url, '--key', key, '--name', 'Kitchen 手机', '--data', `${folder.path}/agent`],
    });
    await heading('Kitchen 手机 is connected');
    await page.keyboard.press('Escape');
  });

  it('writes a script', async () => {
    await press('New script');
    await page.getByLabel('Name', { exact: true }).fill('Greeter');
    await press('Create');
    await heading('Greeter');
    await page.getByLabel('Code of the script').waitFor();
    await page.getByText('Unsaved changes').waitFor();
    await page.getByLabel('Greeting').fill('Good morning');
  });

  it('runs it with a shortcut, and shows what it writes', async () => {
    await page.keyboard.press('Control+Enter');
    await page.getByRole('checkbox', { name: 'Kitchen 手机' }).check();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Enter');
    const log = page.getByRole('log');
    await log.getByText('Good morning from Kitchen 手机: round 3 of 3').waitFor();
    await page.getByText('Succeeded', { exact: true }).waitFor();
  });

  it('keeps the run and its log under an address of their own', async () => {
    await page.getByRole('link', { name: 'Open the run' }).click();
    await heading('Greeter on Kitchen 手机');
    await page.reload();
    await page.getByRole('log').getByText('round 1 of 3').waitFor();
    expect(await page.title()).toBe('Greeter on Kitchen 手机 · Drover');
  });

  it('counts it on the overview', async () => {
    await page.getByRole('link', { name: 'Overview' }).click();
    await heading('Recent jobs');
    await page.getByRole('img', { name: 'Succeeded: 1' }).waitFor();
  });
});
