import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ada, ConsoleStory } from './testing/console-story';

let story: ConsoleStory;
let page: Page;
let devscriptId: string;
const newPassword = 'battery staple';

beforeAll(async () => {
  story = await ConsoleStory.begin();
  page = story.page;
  devscriptId = await story.installation.createScript('console.log(1);\n');
  await story.signIn(`/devscripts/${devscriptId}`);
}, 120_000);
afterAll(() => story?.end());
afterEach(() => story.check());

describeInBrowser('a session that ends in the middle of work', () => {
  it('begins at the address that was asked for', async () => {
    await story.heading('story').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/devscripts/${devscriptId}`);
  });

  it('asks to sign in again, over the page as it stands', async () => {
    await page.getByLabel('Code of the script').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('console.log("still here");');
    await page.getByText('Unsaved changes').waitFor();
    await story.installation.drover.accounts.update({
      password: newPassword,
      currentPassword: ada.password,
    });
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    // What the browser says of each answer 401.
    const others = story.visit.complaints.splice(0).filter((text) => !text.includes('401'));
    expect(others).toEqual([]);
  });

  it('goes on where it was, with nothing lost', async () => {
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('E-mail address').inputValue()).toBe(ada.email);
    await dialog.getByLabel('Password', { exact: true }).fill(newPassword);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Unsaved changes').waitFor();
    await story.button(/^Save/).click();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    const code = await story.installation.drover.devscripts.getCode(devscriptId);
    expect(code).toContain('still here');
  });

  it('ends by signing out, and begins again where a link leads', async () => {
    await story.button(/Account and settings/).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await story.heading('Sign in').waitFor();
    await story.check();
    await story.signIn('/settings/audit', newPassword);
    await story.heading('Audit log').waitFor();
    expect(await page.title()).toBe('Audit log · Drover');
  });
});
