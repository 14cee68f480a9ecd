import type { Run } from '@drover/sdk';
import { eventually, Screen } from '@drover/test-installation';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

const describeWithScreen =
  Screen.isInstalled() || process.env.CI === 'true' ? describeInBrowser : describe.skip;

let story: ConsoleStory;
let page: Page;
let screen: Screen;

/** Shows a window, writes to the log, saves a file within a step, and throws once the window is there. */
const codeOf = (display: string) => `
  const { spawn } = require('node:child_process');
  const env = { ...process.env, DISPLAY: ${JSON.stringify(display)} };
  const pause = () => new Promise((resolve) => setTimeout(resolve, 500));
  (async () => {
    console.log('opening the shop');
    await pause();
    await drover.step('Read prices', async () => {
      console.log('reading prices');
      await pause();
      await drover.artifacts.save('prices.csv', Buffer.from('name,price\\nchair,12.5\\n'));
      await pause();
    });
    const empty = await drover.screenshot('empty.png');
    await pause();
    console.log('going to the checkout');
    spawn('xmessage', ['-geometry', '400x200+50+50', 'The checkout failed'], { env, stdio: 'ignore' });
    for (let n = 0; n < 200; n += 1) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      const shown = await drover.screenshot('window ' + n + '.png');
      if (shown.size !== empty.size) break;
    }
    await pause();
    console.log('the window is there');
    await pause();
    throw new Error('no checkout');
  })();`;

describeWithScreen('the timeline of a run', () => {
  let run: Run;
  beforeAll(async () => {
    screen = await Screen.start();
    story = await ConsoleStory.start();
    page = story.page;
    await story.signIn();
    const { installation } = story;
    const { drover } = installation;
    const { device } = await installation.startAgent('desktop', { DISPLAY: screen.display });
    const job = await drover.jobs.create({
      ...{ code: codeOf(screen.display), devices: [device], screenshotOnFailure: true },
    });
    run = await installation.waitForRun(job._id, ['succeeded', 'failed'], 180_000);
    await eventually(
      () => drover.runs.listArtifacts(run._id),
      ({ items }) =>
        ['prices.csv', 'screenshot-1.png'].every((name) => items.some((each) => each.name === name)),
      120_000,
    );
  });
  afterAll(async () => {
    await story?.stop();
    await screen?.close();
  });

  /** The texts of lines and the names of artifacts in the order of the page. */
  const readTimeline = () =>
    page.getByRole('log').evaluate((log) =>
      [...log.querySelectorAll('[data-level], a[download], button[aria-expanded][title]')]
        .map((node) => ({ node, top: node.getBoundingClientRect().top }))
        .sort((a, b) => a.top - b.top)
        .map(({ node }) => node.getAttribute('title') ?? node.textContent ?? ''),
    );

  it('shows pictures and files between the lines of their time', async () => {
    await page.goto(`/runs/${run._id}`);
    const log = page.getByRole('log');
    await log.getByText('going to the checkout').waitFor();
    await log.getByRole('button', { name: 'Read prices' }).click();
    await log.getByRole('link', { name: /^prices.csv/ }).waitFor();
    const picture = log.getByRole('button', { name: 'Enlarge screenshot-1.png' });
    await picture.scrollIntoViewIfNeeded();
    await picture.locator('img').waitFor();
    const image = picture.locator('img');
    expect(await image.evaluate((node) => (node as HTMLImageElement).naturalWidth)).toBe(640);
    await log.getByText('opening the shop').scrollIntoViewIfNeeded();
    const timeline = await readTimeline();
    const at = (text: string) => timeline.findIndex((each) => each.includes(text));
    const order = ['opening the shop', 'reading prices', 'prices.csv', 'empty.png', 'going to the checkout'];
    const last = ['the window is there', 'screenshot-1.png'];
    const places = [...order, 'window', ...last].map(at);
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    await story.expectNoProblems();
  });

  it('shows the files of a closed step below its name', async () => {
    const log = page.getByRole('log');
    await log.getByRole('button', { name: 'Read prices' }).click();
    await log.getByText('reading prices').waitFor({ state: 'detached' });
    await log.getByRole('link', { name: /^prices.csv/ }).waitFor();
  });

  it('enlarges a picture by the keyboard, and finds text beside pictures', async () => {
    const log = page.getByRole('log');
    const picture = log.getByRole('button', { name: 'Enlarge screenshot-1.png' });
    await picture.focus();
    await page.keyboard.press('Enter');
    const large = log.getByRole('button', { name: 'Shrink screenshot-1.png' });
    await large.waitFor();
    await eventually(
      () => large.boundingBox(),
      (box) => (box?.height ?? 0) > 300,
    );
    await page.keyboard.press('Enter');
    await picture.waitFor();
    await page.getByLabel('Search the log').fill('opening');
    await page.getByText('1 match', { exact: true }).waitFor();
    await log.locator('mark', { hasText: 'opening' }).waitFor();
    await page.getByLabel('Search the log').fill('');
  });

  it('fits a narrow screen', async () => {
    const folder = process.env.PICTURES;
    const picture = async (name: string) => {
      if (folder) await page.screenshot({ path: `${folder}/timeline-${name}.png`, fullPage: true });
    };
    await picture('wide-light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    const log = page.getByRole('log');
    await log.getByRole('button', { name: 'Enlarge screenshot-1.png' }).scrollIntoViewIfNeeded();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    await picture('narrow-dark');
    await story.expectNoProblems();
  });
});
