import type { Program } from '@drover/test-installation';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

const devices = 200;

let story: ConsoleStory;
let page: Page;
let fleet: Program;

beforeAll(async () => {
  // All devices register from one address at once.
  story = await ConsoleStory.start({}, { RATE_LIMIT: '0' });
  page = story.page;
  await story.signIn();
  const { installation } = story;
  await installation.createScript('console.log(drover.env)');
  fleet = await installation.startFleet(devices, '--run-ms', '3000');
});
afterAll(() => story?.stop());
afterEach(() => story.expectNoProblems());

describeInBrowser('with 200 devices', () => {
  it('shows devices as they come online', async () => {
    await page.goto('/devices');
    await page.getByText(`${devices} of ${devices} online`).waitFor({ timeout: 120_000 });
  });

  it('runs a script on all of them and shows the progress', async () => {
    await page.goto('/devscripts');
    await page.getByRole('table').getByRole('button', { name: 'Run' }).click();
    await page.getByRole('button', { name: 'All online' }).click();
    await page.getByRole('button', { name: `Run on ${devices} devices` }).click();
    const confirmation = page.getByRole('dialog', { name: `Run on ${devices} devices?` });
    await confirmation.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('heading', { name: 'story' }).waitFor();
    await page.getByRole('button', { name: /^Running/ }).waitFor();
    await page.getByRole('img', { name: `Succeeded: ${devices}`, exact: true }).waitFor({ timeout: 120_000 });
  });

  it('filters the table of runs, which links to each run', async () => {
    await page.getByRole('button', { name: /^Succeeded/ }).click();
    const table = page.getByRole('table', { name: 'Runs' });
    expect(await table.getAttribute('aria-rowcount')).toBe(String(devices + 1));
    expect(await table.getByRole('row').count()).toBeLessThan(60);
    await table.getByRole('link').first().click();
    await page.getByRole('log').waitFor();
  });

  it('shows the result in the list of jobs', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Jobs' }).click();
    await page.getByRole('img', { name: `Succeeded: ${devices}`, exact: true }).waitFor();
  });

  it('shows devices as they go offline', async () => {
    await page.goto('/devices');
    await page.getByText(`${devices} of ${devices} online`).waitFor();
    await fleet.stop();
    await page.getByText(`0 of ${devices} online`).waitFor();
  });
});
