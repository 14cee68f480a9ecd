import type { Program } from '@drover/test-installation';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

const devices = 200;

let story: ConsoleStory;
let page: Page;
let fleet: Program;

beforeAll(async () => {
  // All devices enrol from one address, at once.
  story = await ConsoleStory.begin({}, { RATE_LIMIT: '0' });
  page = story.page;
  await story.signIn();
  const { installation } = story;
  await installation.createScript('console.log(drover.env)');
  fleet = await installation.startFleet(devices, '--run-ms', '3000');
}, 180_000);
afterAll(() => story?.end());
afterEach(() => story.check());

describeInBrowser('two hundred devices', () => {
  it('come online while somebody looks on', async () => {
    await page.goto('/devices');
    await page.getByText(`${devices} of ${devices} online`).waitFor({ timeout: 120_000 });
  }, 150_000);

  it('run a script, and are watched until all are done', async () => {
    await page.goto('/devscripts');
    await page.getByRole('table').getByRole('button', { name: 'Run' }).click();
    await page.getByRole('button', { name: 'All online' }).click();
    await page.getByRole('button', { name: `Run on ${devices} devices` }).click();
    await page.getByRole('heading', { name: 'story' }).waitFor();
    await page.getByRole('button', { name: /^Running/ }).waitFor();
    await page.getByRole('img', { name: `Succeeded: ${devices}`, exact: true }).waitFor({ timeout: 120_000 });
  }, 180_000);

  it('have their runs in a table that is filtered and leads to each', async () => {
    await page.getByRole('button', { name: /^Succeeded/ }).click();
    const table = page.getByRole('table', { name: 'Runs' });
    expect(await table.getAttribute('aria-rowcount')).toBe(String(devices + 1));
    expect(await table.getByRole('row').count()).toBeLessThan(60);
    await table.getByRole('link').first().click();
    await page.getByRole('log').waitFor();
  });

  it('say in the list of jobs what became of them', async () => {
    await page.getByRole('link', { name: 'Jobs' }).click();
    await page.getByRole('img', { name: `Succeeded: ${devices}`, exact: true }).waitFor();
  });

  it('go offline while somebody looks on', async () => {
    await page.goto('/devices');
    await page.getByText(`${devices} of ${devices} online`).waitFor();
    await fleet.stop();
    await page.getByText(`0 of ${devices} online`).waitFor();
  });
});
