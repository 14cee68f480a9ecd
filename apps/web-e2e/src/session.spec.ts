import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ada, ConsoleStory } from './testing/console-story';

let story: ConsoleStory;
let page: Page;
let devscriptId: string;
const newPassword = 'battery staple';

beforeAll(async () => {
  story = await ConsoleStory.start();
  page = story.page;
  devscriptId = await story.installation.createScript('console.log(1);\n');
  await story.signIn(`/devscripts/${devscriptId}`);
});
afterAll(() => story?.stop());
afterEach(() => story.expectNoProblems());

describeInBrowser('a session that expires', () => {
  it('opens the requested address after signing in', async () => {
    await story.heading('story').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/devscripts/${devscriptId}`);
  });

  it('asks to sign in again without leaving the page', async () => {
    await page.getByLabel('Script code').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('console.log("still here");');
    await page.getByText('Unsaved changes').waitFor();
    await story.installation.drover.accounts.update({
      password: newPassword,
      currentPassword: ada.password,
    });
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog', { name: 'Your session has expired' }).waitFor();
    // The browser logs every response with status 401.
    const others = story.session.consoleErrors.splice(0).filter((text) => !text.includes('401'));
    expect(others).toEqual([]);
  });

  it('continues with the unsaved changes after signing in', async () => {
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Email address').inputValue()).toBe(ada.email);
    await dialog.getByLabel('Password', { exact: true }).fill(newPassword);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Unsaved changes').waitFor();
    await story.button(/^Save/).click();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    const code = await story.installation.drover.devscripts.getCode(devscriptId);
    expect(code).toContain('still here');
  });

  it('opens a linked page after signing out and in again', async () => {
    await story.button(/Account and settings/).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await story.heading('Sign in').waitFor();
    await story.expectNoProblems();
    await story.signIn('/settings/audit', newPassword);
    await story.heading('Audit log').waitFor();
    expect(await page.title()).toBe('Audit log · Drover');
  });
});
