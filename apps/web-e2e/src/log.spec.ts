import { eventually } from '@drover/test-installation';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

const lines = 300;
/** Line after which the script waits for a file. */
const halfway = 100;
const createCode = (file: string) => `const { existsSync } = require('fs');
for (let line = 1; line <= ${lines}; line += 1) {
  if (line % 50 === 0) console.error('mark ' + line);
  else if (line === 101) console.log('\\u001b[1;32mgreen\\u001b[0m and \\u001b[41mred\\u001b[0m\\u001b[2K');
  else if (line === 102) console.log(JSON.stringify({ rounds: [1, 2] }));
  else console.log('line ' + line);
  if (line === ${halfway}) while (!existsSync(${JSON.stringify(file)})) sleep(50);
}`;

let story: ConsoleStory;
let page: Page;
let runId: string;
let file: string;

beforeAll(async () => {
  story = await ConsoleStory.start();
  page = story.page;
  await story.signIn();
  const { device } = await story.installation.startAgent('Writer');
  file = join(story.installation.folder, 'continue');
  runId = (await story.installation.run(device, createCode(file), ['running']))._id;
});
afterAll(() => story?.stop());
afterEach(() => story.expectNoProblems());

const log = () => page.getByRole('log');

describeInBrowser('the log of a run', () => {
  it('loses no line when the server is killed and restarted', async () => {
    await page.goto(`/runs/${runId}`);
    await log().getByText(`mark ${halfway}`).waitFor();
    await story.installation.server.kill();
    await page.getByText('Connection lost. Reconnecting…').waitFor();
    await writeFile(file, '');
    await story.installation.startServer();
    await log().getByText(`mark ${lines}`).waitFor();
    await page.getByText('Succeeded', { exact: true }).waitFor();
    await page.getByText('Connection lost. Reconnecting…').waitFor({ state: 'detached' });
    await page.getByText(`${lines} lines`).waitFor();
    // The browser logs network errors while the server is down. The page must log nothing.
    const network = story.session.consoleErrors.splice(0);
    expect(network.filter((text) => !/net::ERR|status of 50\d/.test(text))).toEqual([]);
  });

  it('copies a link to a line, and scrolls to the line of such a link', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await log().focus();
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: 'Copy link to line 7', exact: true }).click();
    await page.getByText('Link to line 7 copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${story.installation.url}/runs/${runId}#L7`,
    );
    await page.goto(`/runs/${runId}#L150`);
    await page.reload();
    const marked = page.locator('[data-chosen]');
    await marked.getByText('mark 150').waitFor();
    expect(await marked.evaluate((line) => line.getBoundingClientRect().top)).toBeGreaterThan(0);
  });

  it('shows the colours of a line and formats JSON', async () => {
    await page.goto(`/runs/${runId}#L101`);
    await page.reload();
    await log().getByText('green and red', { exact: true }).waitFor();
    expect(await log().locator('[data-color="green"]').textContent()).toBe('green');
    await story.button('Format the JSON of line 102').click();
    await log().getByText('"rounds": [').waitFor();
  });

  it('finds text in the log and goes through the matches', async () => {
    const search = page.getByLabel('Search the log');
    await search.fill('MARK 1');
    await page.getByText('2 matches').waitFor();
    await search.press('Enter');
    await page.getByText('1 of 2').waitFor();
    await search.press('Shift+Enter');
    await page.getByText('2 of 2').waitFor();
    const current = page.locator('[data-current]');
    await current.getByText('mark 150').waitFor();
    expect(await current.locator('mark').textContent()).toBe('mark 1');
    await story.expectNoProblems();
    await page.getByLabel('Matches only').check();
    await page.getByText('2 lines').waitFor();
    await search.fill('');
  });

  it('goes to the first error and filters by level', async () => {
    await story.button('First error').click();
    await log().getByText('mark 50').waitFor();
    await page
      .getByRole('textbox', { name: 'Minimum level' })
      .or(page.getByLabel('Minimum level'))
      .first()
      .click();
    await page.getByRole('option', { name: 'Errors' }).click();
    await page.getByText('6 lines').waitFor();
  });

  it('downloads the whole log, regardless of the filter', async () => {
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

  it('folds steps, and shows in which one the run failed', async () => {
    const { installation } = story;
    const { items } = await installation.drover.devices.list();
    const code = `drover.step('Log in', () => console.log('password accepted'));
      drover.step('Checkout', () => drover.step('Pay', () => { console.log('card'); throw new Error('declined'); }));`;
    const run = await installation.run(items[0], code, ['failed']);
    await page.goto(`/runs/${run._id}`);
    await page.getByText('In step Checkout › Pay').waitFor();
    await log().getByText('card', { exact: true }).waitFor();
    const step = log().getByRole('button', { name: /^Log in Succeeded/ });
    expect(await log().getByText('password accepted').count()).toBe(0);
    await step.click();
    await log().getByText('password accepted').waitFor();
    await log()
      .getByRole('button', { name: /^Checkout Failed/ })
      .click();
    await log().getByText('card', { exact: true }).waitFor({ state: 'detached' });
  });
});
