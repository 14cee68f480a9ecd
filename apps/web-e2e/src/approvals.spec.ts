import { Drover } from '@drover/sdk';
import type { Page } from 'playwright-core';
import { describeInBrowser, type BrowserSession } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

let story: ConsoleStory;
let page: Page;
let colleague: BrowserSession;
let other: Page;
let scriptId: string;

const grace = { name: 'Grace', email: 'grace@example.org', password: 'battery staple' };

beforeAll(async () => {
  story = await ConsoleStory.start();
  page = story.page;
  const { installation } = story;
  await installation.startAgents('Kitchen', 'Workshop');
  scriptId = await installation.createScript('console.log("approved")');
  const { token } = await installation.drover.invitations.create({ role: 'editor' });
  await new Drover({ baseUrl: installation.url }).invitations.accept({ token, ...grace });
  await story.signIn('/settings/approvals');
  colleague = await story.openSession();
  other = colleague.page;
  await other.goto('/settings/approvals');
  await other.getByLabel('Email address').fill(grace.email);
  await other.getByLabel('Password', { exact: true }).fill(grace.password);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.locator('main#content').waitFor();
});
afterAll(() => story?.stop());

const expectNoViolations = async () => expect(await colleague.findViolations()).toEqual([]);

/** Each step continues where the previous one ended. */
describeInBrowser('approvals', () => {
  it('are required by an owner, and only by an owner', async () => {
    await other.getByText('Only owners can change this.').waitFor();
    expect(await other.getByRole('button', { name: 'Save' }).isEnabled()).toBe(false);
    await expectNoViolations();
    await page.getByRole('textbox', { name: 'Runs on more devices than' }).fill('1');
    await story.expectNoProblems();
    await story.button('Save').click();
    await page.getByText('Saved').first().waitFor();
    await page.getByRole('link', { name: 'Approvals' }).first().waitFor();
    expect(await story.installation.drover.approvals.getRules()).toMatchObject({ maxDevices: 1 });
  });

  it('are asked for by a run on many devices', async () => {
    await other.goto(`/devscripts/${scriptId}`);
    await other.getByLabel('Script code').waitFor();
    await other.keyboard.press('Control+Enter');
    await other.getByRole('checkbox', { name: 'Kitchen' }).check();
    await other.getByRole('checkbox', { name: 'Workshop' }).check();
    await other.keyboard.press('Escape');
    await other.keyboard.press('Control+Enter');
    await other.getByText('This needs the approval of another member').first().waitFor();
    expect((await story.installation.drover.jobs.list()).items).toEqual([]);
    await other.goto('/approvals');
    await other.getByRole('row', { name: /Run story.*Pending.*Grace/ }).waitFor();
    await expectNoViolations();
    await other.getByRole('link', { name: 'Run story' }).click();
    await other.getByText('You can withdraw it until then.').waitFor();
    await expectNoViolations();
  });

  it('show another member what will go, and start it', async () => {
    // The number appears without a reload.
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Approvals/ });
    await link.getByText('1 waiting').waitFor({ state: 'attached' });
    await link.click();
    await page.getByRole('link', { name: 'Run story' }).click();
    await page.getByText(/^(Kitchen, Workshop|Workshop, Kitchen)$/).waitFor();
    await page.getByText('It goes as shown here, with the rights of Grace.').waitFor();
    expect(await story.button('Decline').isEnabled()).toBe(false);
    await page.getByLabel('Note').fill('Go ahead');
    await story.expectNoProblems();
    await story.button('Approve').click();
    await page.getByText('Request approved').waitFor();
    await page.getByRole('link', { name: 'Open the job' }).click();
    // The page of the approval has the heading "Run story".
    await page.getByRole('heading', { level: 1, name: 'story', exact: true }).waitFor();
    const [job] = (await story.installation.drover.jobs.list()).items;
    await story.installation.drover.jobs.wait(job._id);
    await story.expectNoProblems();
    // The page of the colleague shows it without a click.
    await other.getByText('Go ahead').waitFor();
    await other.getByRole('link', { name: 'Open the job' }).waitFor();
  });

  it('appear in the list at once, with code named as such', async () => {
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /^Approvals/ })
      .click();
    await page.getByRole('row', { name: /Run story.*Approved/ }).waitFor();
    const code = { code: 'console.log(1)', selector: { all: true } };
    const status = await other.evaluate(async (body) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/v1/jobs', { method: 'POST', headers, body: JSON.stringify(body) })).status;
    }, code);
    expect(status).toBe(409);
    await page.getByRole('row', { name: /Run code.*Pending.*Grace/ }).waitFor();
    await story.expectNoProblems();
    await other.goto('/approvals');
    await other.getByRole('link', { name: 'Run code' }).click();
    await other.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('row', { name: /Run code.*Withdrawn/ }).waitFor();
  });

  it('leave earlier schedules as they are, and name them', async () => {
    const { drover } = story.installation;
    await drover.approvals.updateRules({ maxDevices: null });
    const { _id } = await drover.schedules.create({
      name: 'Nightly round',
      when: { cron: '0 3 * * *' },
      job: { scriptId, selector: { all: true } },
    });
    await drover.approvals.updateRules({ schedules: true });
    await page.goto('/settings/approvals');
    await page.getByRole('heading', { name: 'Schedules without approval' }).waitFor();
    await story.expectNoProblems();
    await page.getByRole('link', { name: 'Nightly round' }).click();
    await page.waitForURL(`**/schedules/${_id}`);
  });
});
