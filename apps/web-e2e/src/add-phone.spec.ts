import { Installation } from '@drover/test-installation';
import type { Browser } from 'playwright-core';
import { WebSocket } from 'ws';
import { describeInBrowser, openBrowser, Visit } from './testing/browser';

const person = { email: 'ada@example.org', password: 'correct horse' };

let installation: Installation;
let browser: Browser | undefined;

beforeAll(async () => {
  const env = { DROVER_ADMIN_EMAIL: person.email, DROVER_ADMIN_PASSWORD: person.password };
  installation = await Installation.start({ env });
});
afterAll(async () => {
  await browser?.close();
  await installation.close();
});

describeInBrowser('a phone is added', () => {
  it('by the code that the console shows, which gives way to its page', async () => {
    browser = await openBrowser();
    const visit = await Visit.begin(browser, { baseURL: installation.url, locale: 'en-GB' });
    const { page } = visit;
    await page.goto('/devices');
    await page.getByLabel('E-mail address').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Add device' }).click();
    await page.getByText('Phone', { exact: true }).click();
    await page.getByText('A phone cannot reach this address.').waitFor();
    expect(await visit.violations()).toEqual([]);

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
    await page.waitForURL(/\/devices\/[0-9a-f]{24}$/);
    await page.getByRole('heading', { name: 'HUAWEI P40' }).waitFor();
    expect(await visit.violations()).toEqual([]);
    expect(visit.complaints).toEqual([]);
    phone.terminate();
  });
});
