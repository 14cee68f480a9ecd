import { eventually } from '@drover/test-installation';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

const lines = 300;
/** Line after which the script waits for a file. */
const halfway = 100;
const codeWaitingFor = (file: string) => `const { existsSync } = require('fs');
for (let line = 1; line <= ${lines}; line += 1) {
  if (line % 50 === 0) console.error('mark ' + line);
  else console.log('line ' + line);
  if (line === ${halfway}) while (!existsSync(${JSON.stringify(file)})) sleep(50);
}`;

let story: ConsoleStory;
let page: Page;
let runId: string;
let file: string;

beforeAll(async () => {
  story = await ConsoleStory.begin();
  page = story.page;
  await story.signIn();
  const { device } = await story.installation.startAgent('Writer');
  file = join(story.installation.folder, 'go-on');
  runId = (await story.installation.run(device, codeWaitingFor(file), ['running']))._id;
}, 180_000);
afterAll(() => story?.end());
afterEach(() => story.check());

const log = () => page.getByRole('log');

describeInBrowser('the log of a run', () => {
  it('is followed, and loses nothing when the server is killed and comes back', async () => {
    await page.goto(`/runs/${runId}`);
    await log().getByText(`mark ${halfway}`).waitFor();
    await story.installation.server.kill();
    await page.getByText('Not up to date: reconnecting…').waitFor();
    await writeFile(file, '');
    await story.installation.startServer();
    await log().getByText(`mark ${lines}`).waitFor({ timeout: 60_000 });
    await page.getByText('Succeeded', { exact: true }).waitFor();
    await page.getByText('Not up to date: reconnecting…').waitFor({ state: 'detached' });
    await page.getByText(`${lines} lines`).waitFor();
    // Browsers complain of a server that is away; the page itself must not.
    const network = story.visit.complaints.splice(0);
    expect(network.filter((text) => !/net::ERR|status of 50\d/.test(text))).toEqual([]);
  }, 180_000);

  it('links to a line, which a link brings back into sight', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await log().focus();
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: 'Copy a link to line 7', exact: true }).click();
    await page.getByText('The link to line 7 is copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${story.installation.url}/runs/${runId}#L7`,
    );
    await page.goto(`/runs/${runId}#L150`);
    await page.reload();
    const marked = page.locator('[data-chosen]');
    await marked.getByText('mark 150').waitFor();
    expect(await marked.evaluate((line) => line.getBoundingClientRect().top)).toBeGreaterThan(0);
  });

  it('is searched and filtered by level', async () => {
    await page.getByLabel('Search the log').fill('MARK 1');
    await page.getByText('2 lines').waitFor();
    await page.getByLabel('Search the log').fill('');
    await page
      .getByRole('textbox', { name: 'Least level' })
      .or(page.getByLabel('Least level'))
      .first()
      .click();
    await page.getByRole('option', { name: 'Errors' }).click();
    await page.getByText('6 lines').waitFor();
  });

  it('is downloaded as a whole, whatever is filtered', async () => {
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toBe(`${runId}.log`);
    const text = await eventually(
      async () => readFile(await download.path(), 'utf8'),
      (content) => content.length > 0,
    );
    const written = text.trimEnd().split('\n');
    expect(written).toHaveLength(lines);
    expect(written[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z info {4}line 1$/);
    expect(written[49]).toMatch(/ error {3}mark 50$/);
  });
});
