import type { Device, Run } from '@drover/sdk';
import { eventually } from '@drover/test-installation';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

const source = Array.from({ length: 20 }, (_, n) => `// Line ${n + 1} of login.ts`)
  .with(11, "  throw new Error('no name');")
  .join('\n');

let story: ConsoleStory;
let page: Page;
let device: Device;
let run: Run;

beforeAll(async () => {
  story = await ConsoleStory.start();
  page = story.page;
  const { installation } = story;
  [device] = await installation.startAgents('Front desk');
  const { devscripts, jobs, runs } = installation.drover;
  const { _id } = await devscripts.create({ name: 'shop' });
  await devscripts.uploadProject(_id, {
    files: [
      { path: 'drover.json', text: '{ "entry": "src/login.ts" }' },
      { path: 'src/login.ts', text: source },
    ],
    code: "'use strict';\nthrow new Error('no name');",
    // The second line of the code is line 12 of the source.
    sourceMap: '{"version":3,"sources":["src/login.ts"],"names":[],"mappings":";AAWE"}',
  });
  const job = await jobs.create({ scriptId: _id, devices: [{ _id: device._id }] });
  const { items } = await eventually(
    () => runs.list({ jobId: job._id }),
    (list) => list.items[0]?.state === 'failed',
  );
  run = items[0];
  await story.signIn(`/runs/${run._id}`);
});
afterAll(() => story?.stop());
afterEach(() => story.expectNoProblems());

describeInBrowser('a run of a project that failed', () => {
  it('shows the source file with the line that failed', async () => {
    await page.getByText('Error: no name (src/login.ts:12:3)').first().waitFor();
    const code = page.getByRole('group', { name: 'src/login.ts' });
    await code.getByText("throw new Error('no name');").waitFor();
    await code.getByText('← failed here').waitFor();
    expect(await code.getByText('Line 2 of login.ts').count()).toBe(0);
  });

  it('opens the line in the editor, from the file and from the stack in the log', async () => {
    const address = new RegExp(`/devscripts/${run.scriptId}\\?file=src%2Flogin.ts&line=12$`);
    const links = [
      page.getByRole('link', { name: 'Open line 12 in the editor' }),
      page.getByRole('log').getByRole('link', { name: 'Open line 12' }).first(),
    ];
    for (const link of links) expect(await link.getAttribute('href')).toMatch(address);
    await links[0].click();
    await page.waitForURL(address);
    const file = page.getByRole('textbox', { name: 'src/login.ts' });
    await file.locator('.cm-markedLine').getByText("throw new Error('no name');").waitFor();
    await page.goBack();
    await story.heading(/Front desk/).waitFor();
  });

  it('opens all source files, and names the revision that ran', async () => {
    await page.getByRole('link', { name: 'Revision 1' }).waitFor();
    await page.getByRole('button', { name: 'Show 2 files' }).click();
    const file = page.getByRole('textbox', { name: 'src/login.ts' });
    await file.locator('.cm-markedLine').getByText("throw new Error('no name');").waitFor();
    await page.getByRole('button', { name: 'drover.json' }).click();
    await page.getByRole('textbox', { name: 'drover.json' }).getByText('"entry"').waitFor();
  });

  it('groups failures by the source file', async () => {
    await page.goto(`/jobs/${run.jobId}`);
    await page.getByText('src/login.ts').first().waitFor();
  });

  it('shows the source files in the editor', async () => {
    await page.goto(`/devscripts/${run.scriptId}`);
    await page.getByRole('textbox', { name: 'src/login.ts' }).waitFor();
  });
});
