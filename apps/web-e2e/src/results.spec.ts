import { collectItems } from '@drover/sdk';
import type { Program } from '@drover/test-installation';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

const devices = 300;

let story: ConsoleStory;
let page: Page;
let fleet: Program;
let jobId: string;

beforeAll(async () => {
  // All devices register from one address at once.
  story = await ConsoleStory.start({}, { RATE_LIMIT: '0' });
  page = story.page;
  await story.signIn();
  const { installation } = story;
  const { drover } = installation;
  const scriptId = await installation.createScript('drover.result({ price: 1 })');
  fleet = await installation.startFleet(devices, '--run-ms', '100', '--result-bytes', '200');
  await installation.waitUntilOnline(devices);
  ({ _id: jobId } = await drover.jobs.create({ scriptId, selector: { online: true } }));
  await drover.jobs.wait(jobId);
});
afterAll(async () => {
  await fleet?.stop();
  await story?.stop();
});
afterEach(() => story.expectNoProblems());

/** Splits CSV whose texts have no line breaks. */
const readCsv = (text: string): string[][] =>
  text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain,
      ),
    );

describeInBrowser(`the results of a job on ${devices} devices`, () => {
  it('are a table, which sorts and searches', async () => {
    await page.goto(`/jobs/${jobId}`);
    await page.getByRole('link', { name: 'Results' }).click();
    const table = page.getByRole('table', { name: 'Results' });
    await table.waitFor();
    expect(await table.getAttribute('aria-rowcount')).toBe(String(devices + 1));
    await page.getByText(`${devices} numbers: from`).waitFor();
    await table.getByRole('button', { name: 'price' }).click();
    await table
      .getByRole('columnheader', { name: 'price' })
      .and(page.locator('[aria-sort=descending]'))
      .waitFor();
    await page.getByLabel('Search results').fill('sim-300');
    await page.getByText('1 result', { exact: true }).waitFor();
    await page.getByLabel('Search results').fill('');
    await page.getByText(`${devices} results`, { exact: true }).waitFor();
  });

  it('are downloaded as CSV, which has every row', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), story.button('CSV').click()]);
    const [header, ...rows] = readCsv(readFileSync(await download.path(), 'utf8'));
    expect(header.slice(0, 8)).toEqual([
      'deviceName',
      'deviceId',
      'runId',
      'state',
      'finishedAt',
      'problem',
      'price',
      'stock',
    ]);
    const expected = new Map<string, { price: number; stock: number; text: string }>();
    const { drover } = story.installation;
    for await (const { runId, value } of drover.results.iterate({ jobId }))
      expected.set(runId, value as never);
    expect(expected.size).toBe(devices);
    const read = rows.map(([, , runId, , , , price, stock, text]) => [
      runId,
      { price: Number(price), stock: Number(stock), text },
    ]);
    expect(Object.fromEntries(read)).toEqual(Object.fromEntries(expected));
  });

  it('are shown with each run', async () => {
    await page.getByRole('table', { name: 'Results' }).getByRole('link').first().click();
    await page.getByRole('group', { name: 'Result' }).getByText('"price"').waitFor();
  });

  it('have the columns of the schema of their script, and mark those that do not match', async () => {
    const { drover } = story.installation;
    const devscriptId = await story.installation.createScript('drover.result({ price: 1 })');
    await page.goto(`/devscripts/${devscriptId}`);
    await page.getByRole('tab', { name: 'Results' }).click();
    const schema = {
      properties: { stock: { type: 'integer', title: 'In stock' }, price: { type: 'number', maximum: 50 } },
    };
    const editor = page.getByRole('textbox', { name: 'Schema of the results' });
    await editor.fill(JSON.stringify(schema, null, 2));
    await page.getByRole('region', { name: 'Columns of the results' }).getByText('In stock').waitFor();
    await story.button('Save').click();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    const job = await drover.jobs.create({ scriptId: devscriptId, selector: { online: true } });
    await drover.jobs.wait(job._id);
    const results = await collectItems(drover.results.iterate({ jobId: job._id }));
    const mismatches = results.filter(({ schemaProblem }) => schemaProblem !== null);
    expect(mismatches.length).toBeGreaterThan(0);
    expect(mismatches.length).toBeLessThan(devices);
    await page.goto(`/results?job=${job._id}`);
    const table = page.getByRole('table', { name: 'Results' });
    await table.getByRole('columnheader', { name: 'In stock' }).waitFor();
    await page.getByText(`${mismatches.length} results do not match the schema`).waitFor();
    await table.getByText('price must be at most 50').first().waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), story.button('CSV').click()]);
    const [header] = readCsv(readFileSync(await download.path(), 'utf8'));
    expect(header.slice(5, 9)).toEqual(['problem', 'schemaProblem', 'In stock', 'price']);
  });

  it('appear in an open table as runs end', async () => {
    const { drover } = story.installation;
    const { items } = await drover.devices.list({ limit: 3 });
    const scriptId = await story.installation.createScript('drover.result({ price: 1 })');
    await page.goto(`/results?script=${scriptId}`);
    await page.getByText('No results', { exact: true }).waitFor();
    const { _id } = await drover.jobs.create({ scriptId, devices: items });
    await page.getByText('3 results', { exact: true }).waitFor();
    await drover.jobs.wait(_id);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const again = await drover.jobs.create({ scriptId, devices: items });
    await page.getByText('6 results', { exact: true }).waitFor();
    await drover.jobs.wait(again._id);
    // By events: the table is not read again.
    expect(requests).not.toContain('/v1/results');
  });
});
