import type { Device } from '@drover/sdk';
import { Client } from 'pg';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

const runs = 100_000;
const secondsBetween = 26;
/** A run of last night. */
const failed = runs - Math.round((8 * 3600) / secondsBetween);
/** A device whose name is a part of others' names, such as sim-12. */
const failedOn = 'sim-1';
const reason = 'Error: disk full while copying';

let story: ConsoleStory;
let page: Page;
let devices: Device[];
const scripts = ['backup', 'clean up', 'report'];

beforeAll(async () => {
  story = await ConsoleStory.start({}, { RATE_LIMIT: '0' });
  page = story.page;
  const { installation } = story;
  const ids: string[] = [];
  for (const name of scripts) ids.push(await createScript(name));
  await installation.startFleet(20);
  await installation.waitUntilOnline(20);
  const { items } = await installation.drover.devices.list();
  devices = items.filter(({ name }) => name !== failedOn);
  devices.splice(failed % items.length, 0, ...items.filter(({ name }) => name === failedOn));
  if (installation.databaseUrl) await insertHistory(installation.databaseUrl, ids);
  await story.signIn('/runs');
});
afterAll(() => story?.stop());
afterEach(() => story.expectNoProblems());

async function createScript(name: string): Promise<string> {
  const { drover } = story.installation;
  const { _id } = await drover.devscripts.create({ name });
  await drover.devscripts.uploadFiles(_id, { code: 'console.log(1)' });
  return _id;
}

/** Inserts runs by SQL, ten of each job: one of a thousand failed, and one run of last night with a reason of its own. */
async function insertHistory(url: string, scriptIds: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const account = (await story.installation.drover.accounts.get())._id;
  const start = Math.floor(Date.now() / 1000) - runs * secondsBetween;
  const at = (n: string) => `to_timestamp(${start} + (${n}) * ${secondsBetween})`;
  const id = (kind: string, n: string) =>
    `lpad(to_hex(${start} + (${n}) * ${secondsBetween}), 8, '0') || '${kind}' || lpad(to_hex(${n}), 9, '0') || right($1, 6)`;
  const script = `($2::text[])[1 + n / 10 % ${scriptIds.length}]`;
  await client.query(
    `INSERT INTO "Job" (id, "accountId", kind, name, "scriptId", "codeSha256", vars, env, "createdAt")
     SELECT ${id('a', 'n')}, $1, 'devscript', ($3::text[])[1 + n / 10 % ${scriptIds.length}], ${script},
            (SELECT sha256 FROM "DevscriptFile" LIMIT 1), '{}', '{}', ${at('n')}
     FROM generate_series(0, ${runs - 1}, 10) n`,
    [account, scriptIds, scripts],
  );
  await client.query(
    `INSERT INTO "Run" (id, "jobId", "accountId", "deviceId", "deviceName", "scriptId", state, reason, "exitCode",
                        "createdAt", "deliverBy", "startedAt", "finishedAt")
     SELECT ${id('b', 'n')}, ${id('a', 'n / 10 * 10')}, $1, ($3::text[])[1 + n % $5], ($4::text[])[1 + n % $5],
            ${script}, state::"RunState",
            CASE n WHEN ${failed} THEN '${reason}' ELSE CASE state WHEN 'failed' THEN 'Error: no signal' END END,
            CASE state WHEN 'failed' THEN 1 ELSE 0 END, ${at('n')}, ${at('n')}, ${at('n')}, ${at('n')}
     FROM (SELECT n, CASE WHEN n = ${failed} OR n % 997 = 7 THEN 'failed' ELSE 'succeeded' END AS state
           FROM generate_series(0, ${runs - 1}) n) seeded`,
    [account, scriptIds, devices.map(({ _id }) => _id), devices.map(({ name }) => name), devices.length],
  );
  await client.end();
}

/** Counts clicks of the mouse in the page. */
async function countClicks(): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Object.assign(window, { clicks: 0 });
    // A click of the keyboard has no detail.
    const count = ({ detail }: MouseEvent) => detail > 0 && Object.assign(window, { clicks: clicks() + 1 });
    const clicks = () => (window as unknown as { clicks: number }).clicks;
    window.addEventListener('click', count, true);
  });
  return () => page.evaluate(() => (window as unknown as { clicks: number }).clicks);
}

describeInBrowser(`the failure of last night among ${runs} runs`, () => {
  const table = () => page.getByRole('table', { name: 'Runs' });

  it('is found by device, script and time', async () => {
    if (!story.installation.databaseUrl) return;
    await table().getByRole('row').nth(5).waitFor();
    const clicks = await countClicks();
    await page.getByRole('combobox', { name: 'Device' }).click();
    await page.keyboard.type(failedOn);
    await page.getByRole('option', { name: failedOn, exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Script' }).click();
    const script = scripts[Math.floor(failed / 10) % scripts.length];
    await page.keyboard.type(script);
    await page.getByRole('option', { name: script, exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Time' }).click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await story.button('Failed').click();
    const row = table().getByRole('row').filter({ hasText: reason });
    await row.filter({ hasText: failedOn }).waitFor();
    await table().getByText('Succeeded').first().waitFor({ state: 'detached' });
    expect(Number(await table().getAttribute('aria-rowcount'))).toBeLessThan(5);
    expect(await clicks()).toBe(4);
  });

  it('is found again by the address of the page, also by a part of its reason', async () => {
    if (!story.installation.databaseUrl) return;
    expect(new URL(page.url()).searchParams.get('after')).toBe('24h');
    await page.reload();
    await table().getByText(reason).first().waitFor();
    await story.open('/runs?reason=disk%20full');
    await table().getByText(reason).first().waitFor();
    await page.getByRole('searchbox', { name: 'Exit code' }).fill('77');
    await story.heading('No matches').waitFor();
    await story.expectNoProblems();
    await story.button('Clear filters').click();
    await table().getByRole('row').nth(5).waitFor();
  });

  it('opens from the list', async () => {
    if (!story.installation.databaseUrl) return;
    await story.open('/runs?state=failed&reason=disk');
    await table().getByRole('link').first().click();
    await page.waitForURL(/\/runs\/[0-9a-f]{24}/);
    await page.getByText(reason).first().waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
});
