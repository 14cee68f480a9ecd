import type { Devscript } from '@drover/sdk';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

const lines = Array.from({ length: 40 }, (_, n) => `console.log('line ${n + 1}');`);
const firstCode = lines.join('\n');
const secondCode = firstCode.replace("log('line 20')", "error('第二十行')");

let story: ConsoleStory;
let page: Page;
let script: Devscript;

beforeAll(async () => {
  story = await ConsoleStory.start();
  page = story.page;
  const { devscripts } = story.installation.drover;
  script = await devscripts.create({ name: 'Nightly check 夜间检查' });
  await story.signIn(`/devscripts/${script._id}/revisions`);
});
afterAll(() => story?.stop());
afterEach(() => story.expectNoProblems());

const list = () => page.getByRole('navigation', { name: 'Revisions' });
const revision = (name: string) => list().getByRole('link', { name });
const codeNow = () => story.installation.drover.devscripts.getCode(script._id);

describeInBrowser('revisions', () => {
  it('says that there are none before the first save', async () => {
    await story.heading('No revisions yet').waitFor();
  });

  it('shows what a save in the editor changed', async () => {
    const { drover } = story.installation;
    await drover.devscripts.uploadFiles(script._id, { code: firstCode, config: [{ name: 'a' }] });
    await drover.devscripts.uploadFiles(script._id, { code: secondCode });
    await page.goto(`/devscripts/${script._id}/revisions`);
    await revision('Revision 2').waitFor();
    const changes = page.getByRole('textbox', { name: 'Changes of the code' });
    await changes.getByText("console.error('第二十行');").waitFor();
    await changes.getByText("console.log('line 20');").waitFor();
    // Unchanged lines far from the change are folded.
    expect(await changes.getByText("console.log('line 2');").count()).toBe(0);
    await page.getByText('Configuration', { exact: true }).click();
    await page.getByText('No changes.').waitFor();
  });

  it('names a revision', async () => {
    await revision('Revision 1').click();
    await page.getByText('Revision 1 · ').waitFor();
    await story.button('Name revision').click();
    await page.getByRole('dialog').getByLabel('Name').fill('上线前');
    await story.expectNoProblems();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await revision('上线前').waitFor();
  });

  it('restores a revision, and the editor opens with its code', async () => {
    await story.button('Restore').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Revision 1 restored').waitFor();
    await revision('Revision 3').waitFor();
    await page.getByText('Restored from revision 1').waitFor();
    expect(await codeNow()).toBe(firstCode);
    await page.getByRole('link', { name: 'Editor', exact: true }).click();
    await page.getByText("console.log('line 20');").waitFor();
  });

  it('shows what changed in the source files of a project', async () => {
    const { devscripts } = story.installation.drover;
    const { _id } = await devscripts.create({ name: 'Project' });
    const upload = (text: string) =>
      devscripts.uploadProject(_id, {
        files: [
          { path: 'drover.json', text: '{ "entry": "main.ts" }' },
          { path: 'main.ts', text },
        ],
        code: `${text}\n// built`,
      });
    await upload("console.log('first');");
    await upload("console.log('second');");
    await page.goto(`/devscripts/${_id}/revisions`);
    const changes = page.getByRole('textbox', { name: 'main.ts' });
    await changes.getByText("console.log('second');").waitFor();
    await changes.getByText("console.log('first');").waitFor();
    expect(await page.getByText('// built').count()).toBe(0);
    await revision('Revision 1').click();
    await page.getByText('Revision 1 · ').waitFor();
    await page.getByText('main.ts', { exact: true }).first().click();
    await page.getByRole('textbox', { name: 'main.ts' }).getByText("console.log('first');").waitFor();
  });
});
