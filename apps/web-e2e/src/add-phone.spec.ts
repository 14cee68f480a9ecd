import { Installation } from '@drover/test-installation';
import { runInNewContext } from 'node:vm';
import type { Browser } from 'playwright-core';
import { WebSocket } from 'ws';
import { describeInBrowser, launchBrowser, BrowserSession } from './testing/browser';

const account = { email: 'ada@example.org', password: 'correct horse' };

let installation: Installation;
let browser: Browser | undefined;

beforeAll(async () => {
  const env = { DROVER_ADMIN_EMAIL: account.email, DROVER_ADMIN_PASSWORD: account.password };
  installation = await Installation.start({ env });
});
afterAll(async () => {
  await browser?.close();
  await installation.close();
});

/** Runs a script like the app, which writes its log to the server. */
function runScript(phone: WebSocket, frame: string): void {
  const { data } = JSON.parse(frame) as { data?: { id?: string; script?: string } };
  const log = (text: unknown) =>
    phone.send(JSON.stringify({ type: 'log', data: { log: `14:03:22.123/I: ${String(text)}` } }));
  const storage = new Map<string, unknown>();
  const storages = {
    create: () => ({
      get: (name: string) => storage.get(name),
      put: (name: string, value: unknown) => void storage.set(name, value),
    }),
  };
  const console = { log, verbose: log, info: log, warn: log, error: log };
  if (data?.id === 'drover-phone' && data.script) runInNewContext(data.script, { storages, log, console });
}

describeInBrowser('adding a phone', () => {
  it('shows the page of the phone once it has scanned the code', async () => {
    browser = await launchBrowser();
    const session = await BrowserSession.open(browser, { baseURL: installation.url, locale: 'en-GB' });
    const { page } = session;
    await page.goto('/devices');
    await page.getByLabel('Email address').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Add device' }).click();
    await page.getByText('Phone', { exact: true }).click();
    await page.getByText('A phone cannot reach this address.').waitFor();
    expect(await session.findViolations()).toEqual([]);

    const line = await page.getByLabel('Line to paste').textContent();
    const [, key] = /http\.get\("http:\/\/[^/]+\/autox\/(\w{6})\/agent\.js"\)/.exec(line ?? '') ?? [];
    const scanned = `${installation.url.replace('http', 'ws')}/autox/${key}`;
    await page.getByText(scanned).waitFor();
    const phone = new WebSocket(scanned);
    const data = {
      device_name: 'HUAWEI P40',
      app_version: '7.0.4',
      app_version_code: 704,
      client_version: 2,
    };
    phone.on('open', () => phone.send(JSON.stringify({ type: 'hello', data })));
    phone.on('message', (frame: Buffer) => runScript(phone, frame.toString()));
    await page.waitForURL(/\/devices\/[0-9a-f]{24}$/);
    await page.getByRole('heading', { name: 'HUAWEI P40' }).waitFor();
    expect(await session.findViolations()).toEqual([]);
    expect(session.consoleErrors).toEqual([]);
    phone.terminate();
  });
});
