import type { Page } from 'playwright-core';
import { describeInBrowser, type BrowserSession } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

let story: ConsoleStory;
let page: Page;
let colleague: BrowserSession;
let link: string;

beforeAll(async () => {
  story = await ConsoleStory.start();
  page = story.page;
  await story.installation.startAgent('Workshop');
  await story.signIn('/settings/people');
  colleague = await story.openSession();
});
afterAll(() => story?.stop());

const grace = { name: 'Grace', email: 'grace@example.org', password: 'battery staple' };

/** Each step continues where the previous one ended. */
describeInBrowser('the people of a workspace', () => {
  it('invites a person by a link that is shown once', async () => {
    await page.getByRole('row', { name: /Ada \(you\).*Owner/ }).waitFor();
    await story.button('Invite person').click();
    await page.getByLabel('For whom').fill('Grace');
    await story.expectNoProblems();
    await story.button('Create invitation').click();
    link = (await page.getByRole('group', { name: 'Link to join' }).textContent()) ?? '';
    expect(link).toMatch(new RegExp(`^${story.installation.url}/join#hmi_[0-9a-f]{64}$`));
    await story.expectNoProblems();
    await story.button('I have copied it').click();
    await page.getByRole('row', { name: /Grace Operator/ }).waitFor();
    await story.expectNoProblems();
  });

  it('lets the person join and see the devices', async () => {
    const other = colleague.page;
    await other.goto(link);
    await other.getByText('You are invited to the workspace Ada. Your role: Operator.').waitFor();
    await other.getByLabel('Name', { exact: true }).fill(grace.name);
    await other.getByLabel('Email address').fill(grace.email);
    await other.getByLabel('Password', { exact: true }).fill(grace.password);
    expect(await colleague.findViolations()).toEqual([]);
    await other.getByRole('button', { name: 'Join', exact: true }).click();
    await other.getByRole('button', { name: 'Account and settings: Grace' }).waitFor();
    await other.goto('/settings/people');
    await other.getByText(/Only admins and owners invite people/).waitFor();
    await other.getByRole('row', { name: /Grace \(you\).*Operator/ }).waitFor();
    expect(await other.getByRole('button', { name: 'Invite person' }).count()).toBe(0);
    expect(await colleague.findViolations()).toEqual([]);
    await other.goto('/devices');
    await other.getByRole('link', { name: 'Workshop' }).waitFor();
    expect(colleague.consoleErrors.splice(0)).toEqual([]);
  });

  it('changes the role of the person', async () => {
    await page.reload();
    await page.getByText('There are no open invitations.').waitFor();
    await page.getByRole('combobox', { name: 'Role of Grace' }).click();
    await page.getByRole('option', { name: 'Viewer' }).click();
    await page.getByText('Grace has a new role: Viewer').waitFor();
    await story.expectNoProblems();
    const { items } = await story.installation.drover.members.list();
    expect(items.map(({ name, role }) => [name, role])).toEqual([
      ['Grace', 'viewer'],
      ['Ada', 'owner'],
    ]);
  });

  it('ends the access of a removed person whose page is open', async () => {
    const other = colleague.page;
    await story.button('Actions for Grace').click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog', { name: 'Remove Grace' }).waitFor();
    await story.expectNoProblems();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('row', { name: /Grace/ }).waitFor({ state: 'detached' });
    // The open page shows it without a click.
    await other.getByRole('dialog', { name: 'Your session has expired' }).waitFor();
    // What the page had loaded is not visible any more.
    expect(await other.getByText('Workshop').filter({ visible: true }).count()).toBe(0);
    expect(await other.evaluate(async () => (await fetch('/v1/devices')).status)).toBe(401);
    await other.getByLabel('Password', { exact: true }).fill(grace.password);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByText('You are not a member of any workspace. Ask for an invitation.').waitFor();
    expect(await other.getByText('Workshop').count()).toBe(0);
    await story.expectNoProblems();
  });

  it('refuses a link that was used', async () => {
    const other = colleague.page;
    await other.goto(link);
    await other.reload();
    await other.getByText('The invitation is invalid, expired or used. Ask for a new one.').waitFor();
    expect(await colleague.findViolations()).toEqual([]);
  });
});
